"""Hostile texts: names of regions that mean something to a shell, CMake, CTest, Markdown, HTML, XML, a terminal or a template."""

# What CMake can carry as one argument.
REGION_NAMES = ["a b", "$(touch x)", "`id`", "${HOME}", "$ENV{HOME}", "$<TARGET_FILE:x>", "a|b", "a&b", "a'b", 'a"b', "a#b", "a*b?", "(a)", "a,b", "%s%n", "a=b", "--help", "-R", "A::B::C", "a.b", "..", "../../x", "/etc/passwd",
                "a/b", "a@b", "@a", "a\\b", "\\", "~", "!x", "^a$", ".*", "a+b", "<b>", "</system-out>", "&lt;", "]]>", "{{ x }}", "{% x %}", "::error::x", "${{ secrets.X }}", "#1", "@everyone", "été", "日本", "\u202eabc", "\u200b", "💥",
                "hot ", " hot", "true", "null", "0", "nan", "no_baseline", "profile", "report", "startend:x", "net@x", "x" * 300, "CTEST_FULL_OUTPUT", "a\tb", "%PATH%", "NAME", "REGIONS", "HOST_TARGET", "off", "NOTFOUND"]

TEXTS = ["**bold**", "_it_", "# head", "| a | b |", "|", "``", "```", "` x `", "[x](http://example.com)", "![x](http://example.com/x.png)", "<http://example.com>", "http://example.com", "www.example.com", "<script>alert(1)</script>",
         "<img src=x onerror=alert(1)>", "<!-- x", "-->", "<details>", "</details>", "<table>", "</td></tr>", "&amp;", "&#60;b&#62;", "<a href='javascript:alert(1)'>x</a>", "'><svg/onload=alert(1)>", "\"><b>", "]]>", "<![CDATA[x]]>",
         "<?xml version='1.0'?>", "<!DOCTYPE x>", "&nothing;", "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x1b[2J", "\x9b31m", "\x07", "\x08\x08", "\r", "a\rb", "a\nb", "\n::error::x", "::error::x", "::warning file=x::y", "::stop-commands::x",
         "::set-output name=x::y", "::add-mask::x", "##[error]x", "${{ github.token }}", "${{ x }}", "{{ x }}", "{% include \"/etc/passwd\" %}", "{# x #}", "## x", "../../../etc/passwd", "..", ".", "/etc/passwd", "C:\\x", "\\\\host\\x", "%0A::error::x",
         "%0D%0A", "@everyone", "@octocat", "#1", "owner/repo#1", "GH-1", "0123456789abcdef0123456789abcdef01234567", ":rocket:", "$x^2$", "~~x~~", "- [ ] x", "1. x", "> x", "---", "***", "    code", "\u202eabc\u202c", "\u2066x\u2069", "\u200f", "\u200b",
         "\ufeff", "\u2028", "\u2029", "\u0085", "\ufffe", "\U000e0041", "\u0430dmin", "e\u0301", "💥" * 50, "x" * 70_000, "a" * 2_000 + " ", "\0", "a\0b", "\udc80", "a\udcff", "\udcc3\udc28", "\udced\udca0\udc80", "<CTestMeasurementFile type=\"file\" name=\"x\">/etc/passwd</CTestMeasurementFile>",
         "<DartMeasurement name=\"x\" type=\"text/string\">y</DartMeasurement>", "CTEST_FULL_OUTPUT", "<CTestLabel>x</CTestLabel>", "=cmd|' /C calc'!A0", "+1", "-1", "%s%s%n", "${HOME}", "$(id)", "`id`", "; rm -rf x", "\\", "\\\\", "\\`", "\\|", "a\\", "\"", "'",
         "__proto__", "constructor", "javascript:alert(1)", "data:text/html,x", "</title>", "</textarea>", "</style>", "<style>*{}</style>", "<iframe src=x>", "<form action=x>", "<input autofocus onfocus=x>", "onload=x"]

PIECES = list("abxyz019_-.:+/@\\|&<>\"'`$#*?!%^(){}~= ,") + ["::", "${", "$<", "é", "日", "\u202e", "--", "::error::", "<b>", "{{", "../"]


def odd_name(generator):
    """A name that CMake can carry, made of odd pieces."""
    return "".join(generator.choice(PIECES) for _ in range(generator.randrange(1, 12))).strip() or "x"


def odd_text(generator):
    """A known text, or two in one."""
    text = generator.choice(TEXTS)
    return text if generator.random() < 0.5 else generator.choice(("", "a ")) + text + generator.choice(("", " ")) + generator.choice(TEXTS)[:200]
