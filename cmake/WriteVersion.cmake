# Run on every build: writes ${output} with the version and the git commit, only when it changed.
set(commit unknown)
find_program(git git)
if(git)
  execute_process(COMMAND "${git}" -C "${source_dir}" describe --always --dirty --abbrev=12
    --exclude=* OUTPUT_VARIABLE described ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE failed)
  if(NOT failed AND described)
    set(commit "${described}")
  endif()
endif()
set(text "#include \"harness/core/version.h\"
namespace ncu_regions {
std::string_view version() { return \"${version}\"; }
std::string_view commit() { return \"${commit}\"; }
}  // namespace ncu_regions
")
file(CONFIGURE OUTPUT "${output}" CONTENT "${text}" @ONLY)
