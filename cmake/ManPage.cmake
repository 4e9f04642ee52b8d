# Run by ncu_regions_add_man_pages: writes ${output}, the man page ${name}(1) of the help page ${page}.
#
# A help page is: a title, what the command does, how it is called (the first block of code), a table of options, more
# text, exit codes and examples. cmark-gfm turns text into troff; what it does not know is done here: the sections that
# readers of man pages expect, and tables, whose long cells tbl would not break. A row becomes an entry of a list, its
# first cell the name.
cmake_minimum_required(VERSION 3.25)
string(ASCII 1 masked_1)
string(ASCII 2 masked_2)
string(ASCII 3 masked_3)
string(ASCII 4 masked_4)
set(special_1 "[")
set(special_2 "]")
set(special_3 ";")
set(special_4 "\\")

# split_lines(<text> <variable>): the lines as a list. What CMake's lists would stumble over is masked.
function(split_lines text variable)
  foreach(i RANGE 1 4)
    string(REPLACE "${special_${i}}" "${masked_${i}}" text "${text}")
  endforeach()
  string(REGEX REPLACE "\n$" "" text "${text}")
  string(REPLACE "\n" ";" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# unmask(<variable>): a text of such lines as it was.
function(unmask variable)
  set(text "${${variable}}")
  foreach(i RANGE 1 4)
    string(REPLACE "${masked_${i}}" "${special_${i}}" text "${text}")
  endforeach()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# split_row(<line> <first> <second>): the two cells of a line of a table.
function(split_row line first second)
  string(REGEX REPLACE "^\\|(.*)\\|$" "\\1" cells "${line}")
  string(FIND "${cells}" " | " bar)
  string(SUBSTRING "${cells}" 0 ${bar} left)
  math(EXPR bar "${bar} + 3")
  string(SUBSTRING "${cells}" ${bar} -1 right)
  string(STRIP "${left}" left)
  string(STRIP "${right}" right)
  set(${first} "${left}" PARENT_SCOPE)
  set(${second} "${right}" PARENT_SCOPE)
endfunction()

# plain_troff(<text> <variable>): a text of ASCII, as it is. The quotes and dashes are those that a shell takes.
function(plain_troff text variable)
  string(REPLACE "\\" "\\e" text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  straight_quotes(text)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# straight_quotes(<variable>): troff would make curly ones of them, and larger signs of ^ and ~.
function(straight_quotes variable)
  string(REPLACE "'" "\\(aq" text "${${variable}}")
  string(REPLACE "`" "\\(ga" text "${text}")
  string(REPLACE "^" "\\(ha" text "${text}")
  string(REPLACE "~" "\\(ti" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# add_call(<line>): a line of the synopsis: program and command, arguments, and what it does where that is said.
function(add_call line)
  string(REGEX MATCH "^(.*[^ ])   +(.+)$" has_comment "${line}")
  set(comment "")
  if(has_comment)
    set(line "${CMAKE_MATCH_1}")
    plain_troff("${CMAKE_MATCH_2}" comment)
    set(comment ".br\n${comment}\n")
  endif()
  string(LENGTH "${title}" length)
  string(SUBSTRING "${line}" ${length} -1 arguments)
  string(STRIP "${arguments}" arguments)
  plain_troff("${title}" words)
  plain_troff("${arguments}" arguments)
  foreach(i RANGE 2)  # an optional part stays on one line
    string(REGEX REPLACE "(\\[[^] ]*) ([^]]*\\])" "\\1\\\\~\\2" arguments "${arguments}")
  endforeach()
  set(synopsis "${synopsis}.SY \"${words}\"\n${arguments}\n${comment}" PARENT_SCOPE)
endfunction()

# start_table(<head> <second head>): the section that a table belongs to, by the head of its first column. Others stay
# where they are. Sets is_swapped when the second cells are the names.
function(start_table head second_head)
  set(is_swapped FALSE PARENT_SCOPE)
  if(second_head STREQUAL "exit code")
    set(is_swapped TRUE PARENT_SCOPE)
  endif()
  if(head MATCHES "^(option|argument)$")
    set(heading "OPTIONS")
  elseif(head STREQUAL "command")
    set(heading "COMMANDS")
  elseif(head STREQUAL "exit code")
    set(heading "EXIT STATUS")
  else()
    return()
  endif()
  set(heading "${heading}" PARENT_SCOPE)
  set(markdown "${markdown}\n# ${heading}\n" PARENT_SCOPE)
endfunction()

# 1. The page -> the synopsis in troff, and the rest in Markdown with sections and marked rows.
file(READ "${page}" text)
split_lines("${text}" lines)
set(synopsis "")
set(markdown "# DESCRIPTION\n")
set(heading "DESCRIPTION")
set(before "")  # the kind of the line before: title, text, code, row
set(is_called FALSE)
foreach(line IN LISTS lines)
  if(line MATCHES "^# (.*)")
    set(kind title)
    set(title "${CMAKE_MATCH_1}")
  elseif(line MATCHES "^    (.*)" AND (NOT is_called OR before STREQUAL "call"))
    set(kind call)
    set(is_called TRUE)
    set(call "${CMAKE_MATCH_1}")
    unmask(call)
    add_call("${call}")
  elseif(line MATCHES "^\\|-")
    set(kind row)
  elseif(line MATCHES "^\\|")
    set(kind row)
    split_row("${line}" first_cell second_cell)
    if(before STREQUAL "row" AND is_swapped)
      string(APPEND markdown "\n@NAME@${second_cell}@TEXT@${first_cell}\n")
    elseif(before STREQUAL "row")
      string(APPEND markdown "\n@NAME@${first_cell}@TEXT@${second_cell}\n")
    else()
      start_table("${first_cell}" "${second_cell}")
    endif()
  elseif(line MATCHES "^Exit codes: (.*)")
    set(kind text)
    set(heading "EXIT STATUS")
    string(APPEND markdown "\n# ${heading}\n\n${CMAKE_MATCH_1}\n")
  elseif(line STREQUAL "Examples:")
    set(kind text)
    set(heading "EXAMPLES")
    string(APPEND markdown "\n# ${heading}\n")
  else()
    set(kind text)
    if(line AND heading MATCHES "OPTIONS|COMMANDS")
      set(heading "DETAILS")
      string(APPEND markdown "\n# ${heading}\n\n")
    endif()
    string(APPEND markdown "${line}\n")
  endif()
  set(before "${kind}")
endforeach()
unmask(markdown)

# 2. Markdown -> troff.
file(WRITE "${output}.md" "${markdown}")
execute_process(COMMAND "${cmark}" --to man "${output}.md" OUTPUT_VARIABLE troff COMMAND_ERROR_IS_FATAL ANY)
straight_quotes(troff)
split_lines("${troff}" lines)
set(body "")
foreach(line IN LISTS lines)
  string(REPLACE "${masked_4}f${masked_1}C${masked_2}" "${masked_4}f${masked_1}B${masked_2}" line "${line}")
  string(REPLACE "${masked_4}f${masked_1}${masked_2}" "${masked_4}f${masked_1}R${masked_2}" line "${line}")
  if(line MATCHES "^@NAME@(.*)@TEXT@(.*)$")
    set(entry "${CMAKE_MATCH_1}")
    set(line "${masked_4}&${CMAKE_MATCH_2}")  # what it begins with is no request
    string(REGEX REPLACE "\n.PP\n$" "\n" body "${body}")
    if(entry STREQUAL "")
      string(APPEND body ".IP\n")
    else()
      string(APPEND body ".TP\n${entry}\n")
    endif()
  elseif(line STREQUAL ".IP")  # a block of code; indented like the text, not like the list before it
    set(line ".PP\n.RS 4")
  elseif(line STREQUAL ".fi")
    set(line ".fi\n.RE")
  elseif(line MATCHES "^${masked_4}f${masked_1}[BR]${masked_2}$")  # around a block of code
    continue()
  endif()
  string(APPEND body "${line}\n")
endforeach()
unmask(body)

# 3. The line for whatis: of a command from the list of commands, of a program its first sentence. And other pages.
file(READ "${first}" commands)
split_lines("${commands}" lines)
set(others "")
set(summary "")
foreach(line IN LISTS lines)
  if(line MATCHES "^\\| `([a-z]+)` \\| (.*) \\|$")
    list(APPEND others "ncu-regions-${CMAKE_MATCH_1}")
    if(name STREQUAL "ncu-regions-${CMAKE_MATCH_1}")
      set(summary "${CMAKE_MATCH_2}")
    endif()
  endif()
endforeach()
if(name STREQUAL title)
  string(REGEX MATCH "\n\n([A-Z][^.]*)\\." sentence "${text}")
  set(summary "${CMAKE_MATCH_1}")
endif()
if(summary STREQUAL "")
  message(FATAL_ERROR "${first}: no line says in short what ${name} does; expected a row of its table of commands")
endif()
unmask(summary)
string(REPLACE "`" "" summary "${summary}")
plain_troff("${summary}" summary)
plain_troff("${name}" escaped)
if(NOT name STREQUAL "ncu-regions")
  set(others ncu-regions)
endif()
list(SORT others)
list(TRANSFORM others REPLACE "-" "\\\\-")
list(TRANSFORM others REPLACE "(.+)" ".BR \\1 (1)")
list(JOIN others ",\n" others)
string(TOUPPER "${name}" heading)

# Names of options and metrics are not to be hyphenated, nor stretched.
file(WRITE "${output}.1" ".TH \"${heading}\" 1 \"\" \"ncu-regions ${version}\" \"User Commands\"
.nr HY 0
.hy 0
.ad l
.SH NAME
${escaped} \\- ${summary}
.SH SYNOPSIS
${synopsis}.YS
${body}.SH \"SEE ALSO\"
${others}
.PP
Files that are named docs/... lie in share/doc/ncu\\-regions of the installation.
")
execute_process(COMMAND "${gzip}" -9n INPUT_FILE "${output}.1" OUTPUT_FILE "${output}.new" COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${output}.new" "${output}")
file(REMOVE "${output}.md" "${output}.1")
