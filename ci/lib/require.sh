# shellcheck shell=bash
# NCU_REGIONS_REQUIRE=corpus,ncu,valgrind,cuda,jsonschema,mpi,cmark,browser,dpkg,man: what has to be there. The tests turn these skips into failures; here it is said up front.

corpus_folder() { echo "${NCU_REGIONS_CORPUS:-../shared/corpus}"; } # relative to the repository's root

is_required() { [[ ,${NCU_REGIONS_REQUIRE:-}, == *,$1,* ]]; } # is_required WORD

check_required() {
  local word words
  IFS=', ' read -ra words <<<"${NCU_REGIONS_REQUIRE:-}"
  for word in "${words[@]}"; do
    case $word in
      valgrind) command -v valgrind >/dev/null || is_missing valgrind 'no valgrind on PATH' ;;
      cuda) find_nvcc >/dev/null || is_missing cuda 'no nvcc on PATH, in CUDACXX, CUDAToolkit_ROOT or /usr/local/cuda' ;;
      ncu) has_ncu || is_missing ncu 'neither in build/deps/ncu nor on PATH' ;;
      corpus) [[ -d $(corpus_folder) ]] || is_missing corpus "no folder $(corpus_folder); NCU_REGIONS_CORPUS names another" ;;
      jsonschema) python3 -c 'import jsonschema' 2>/dev/null || is_missing jsonschema 'python3 cannot import it' ;;
      cmark) command -v cmark-gfm >/dev/null || is_missing cmark 'no cmark-gfm on PATH' ;;
      browser) has_browser || is_missing browser 'no chromium on PATH, or no playwright-core in build/deps/npm' ;;
      dpkg) { command -v dpkg-deb && command -v dpkg-shlibdeps && command -v file; } >/dev/null || is_missing dpkg 'no dpkg-deb, dpkg-shlibdeps or file on PATH' ;;
      man) command -v lexgrog >/dev/null || is_missing man 'no lexgrog (of man-db) on PATH' ;;
      mpi) command -v mpirun >/dev/null || is_missing mpi 'no mpirun on PATH' ;;
      *) give_up 2 "NCU_REGIONS_REQUIRE: '$word' is not one of corpus, ncu, valgrind, cuda, jsonschema, mpi, cmark, browser, dpkg, man." ;;
    esac
  done
  note "${words[*]:-nothing required}"
}

has_browser() { command -v chromium node >/dev/null && [[ -d $NPM_TOOLS/node_modules/playwright-core ]]; }

is_missing() { give_up 2 "NCU_REGIONS_REQUIRE asks for $1, but it is not there: $2."; }
