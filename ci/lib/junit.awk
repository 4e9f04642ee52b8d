# Reads the JUnit file of ctest --output-junit. Prints one line "state<TAB>name<TAB>reason" per test, the state being passed, failed or skipped;
# with -v outputs=1 the failed tests with the end of their output instead.
#
# ctest counts a test that could not be started as failed and writes it as "notrun", like a skipped one; the message tells them apart.

function attribute(name, text) {
  text = $0
  if (!sub(".*[ \t]" name "=\"", "", text)) return ""
  sub(/".*/, "", text)
  return unescape(text)
}

function unescape(text) {
  gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text); gsub(/&apos;/, "'", text); gsub(/&amp;/, "\\&", text)
  gsub(/\t/, " ", text)
  return text
}

# GoogleTest writes "file:line: Skipped" and then the reason; everything else prints its reason first.
function skip_reason(i, from) {
  from = 1
  for (i = 1; i <= n; i++) if (line[i] ~ /: Skipped$/) { from = i + 1; break }
  for (i = from; i <= n; i++) if (line[i] ~ /[^ ]/) { sub(/^ +/, "", line[i]); return line[i] }
  return "no reason given"
}

function state() {
  if (status == "run") return "passed"
  if (status == "disabled" || message ~ /^SKIP_/) return "skipped"
  return "failed"
}

function print_output(i) {
  printf "       failed: %s%s\n", test, message == "" ? "" : " (" message ")"
  for (i = n > 60 ? n - 59 : 1; i <= n; i++) printf "       | %s\n", line[i]
}

/<testcase / { test = attribute("name"); status = attribute("status"); message = ""; n = 0 }
/<skipped message=/ { message = attribute("message") }
/<system-out>/ { sub(/.*<system-out>/, ""); inside = 1 }
inside {
  text = $0
  if (sub(/<\/system-out>.*/, "", text)) inside = 0
  if (inside || text != "") line[++n] = unescape(text)
}
/<\/testcase>/ {
  if (!outputs) printf "%s\t%s\t%s\n", state(), test, state() == "skipped" ? (status == "disabled" ? "disabled" : skip_reason()) : message
  else if (state() == "failed") print_output()
}
