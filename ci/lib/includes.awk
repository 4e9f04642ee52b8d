# Prints, for every C++ source among the files read, a line "source header header ...": the project's headers that it includes, directly or not.
# A header is found under its path from the root or, as <ncu_regions/annotate.h>, under the end of its path; the others are not ours.

FNR == 1 { path[FILENAME] = FILENAME; order[++files] = FILENAME }

/^#include [<"]/ {
  name = $2
  gsub(/[<>"]/, "", name)
  includes[FILENAME] = includes[FILENAME] " " name
}

function resolve(name, i, suffix) {
  if (name in path) return path[name]
  suffix = "/" name
  path[name] = ""
  for (i = 1; i <= files; i++)
    if (substr(order[i], length(order[i]) - length(suffix) + 1) == suffix) path[name] = order[i]
  return path[name]
}

function collect(file, names, count, i, found) {
  count = split(includes[file], names, " ")
  for (i = 1; i <= count; i++) {
    found = resolve(names[i])
    if (found == "" || found in seen) continue
    seen[found] = 1
    headers = headers " " found
    collect(found)
  }
}

END {
  for (n = 1; n <= files; n++) {
    if (order[n] !~ /\.cpp$/) continue
    split("", seen)
    headers = ""
    collect(order[n])
    print order[n] headers
  }
}
