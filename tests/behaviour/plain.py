"""Recorded behaviour: what differs between machines, days and compilers gets a placeholder."""
import re
import shlex

PATTERNS = [
    (r"\d{4}-\d{2}-\d{2}-[0-9a-f]{8}(-[0-9a-f]{4})?", "<session>"),
    (r"\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?Z?)?", "<date>"),
    (r"(?<![\w.,])[\d,]+(\.\d+)?(e-\d+)? (s|ms|us|ns)\b", "<time>"),
    (r" +\d+\.\d{3}$", "  <time>"),
    (r"(?<![\w.,])[\d,]+ inst\b", "<n> inst"),
    (r"\bhost-(x86_64|aarch64|i686)\b", "host-<arch>"),
    (r"\b(pid|process) \d+\b", r"\1 <pid>"),
    (r"\bvalgrind-\d[\w.]*", "valgrind-<version>"),
    (r"\b[0-9a-f]{12}\b", "<hash>"),
    (r"\bbyte \d+: a block needs \d+ more", "byte <n>: a block needs <n> more"),
]


class Plain:
    """Texts with `names` (path -> placeholder) and PATTERNS replaced."""

    def __init__(self, names):
        self.names = sorted(((str(path), word) for path, word in names.items()), key=lambda pair: -len(pair[0]))

    def path(self, text):
        for path, word in self.names:
            text = text.replace(path, word)
        return text

    def text(self, text):
        text = self.path(text)
        for pattern, word in PATTERNS:
            text = re.sub(pattern, word, text)
        return text

    def word(self, word):
        """A word of a command line, quoted where a shell would need it. Its numbers are settings: they stay."""
        word = self.path(word)
        bare = re.sub(r"<\w+>", "", word)
        return word if bare == shlex.quote(bare) or not bare and word else shlex.quote(word)

    def command(self, words):
        return " ".join(self.word(str(word)) for word in words)
