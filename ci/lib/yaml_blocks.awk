# Writes the yaml blocks of a Markdown file that are workflows to <folder>/<line>.yml, each behind as many empty lines as stand before it in the
# Markdown file: what a linter says of a line is then said of the file's own. awk -v folder=FOLDER -f yaml_blocks.awk FILE
/^```yaml$/ { inside = 1; start = NR; text = ""; workflow = 0; next }
/^```$/ && inside {
  inside = 0
  if (workflow) {
    file = folder "/" FILENAME "." start ".yml"
    gsub("/", "_", file)
    file = folder "/" substr(file, length(folder) + 2)
    for (i = 1; i <= start; i++) print "" >file
    printf "%s", text >file
    close(file)
  }
  next
}
inside { text = text $0 "\n"; if (/^jobs:/) workflow = 1 }
