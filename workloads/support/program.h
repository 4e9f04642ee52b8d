// Workload support: what the programs have in common, apart from their work.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "workloads/support/options.h"

namespace ncu_regions::workloads {

enum class ExitCode { kDone = 0, kMismatch = 1, kUsage = 2, kFailed = 3 };

// A whole program, apart from being a process: takes the arguments (without the program's name) and
// appends to `out` and `err` what is to be printed. Nothing is printed while ranges are open: it
// would be measured.
using ProgramFunction = ExitCode(const std::vector<std::string>& arguments, std::string& out,
                                 std::string& err);

// The body of main(): runs `program`, then prints.
int run_main(int argc, char** argv, ProgramFunction& program);

// Runs `body`; an exception becomes one line in `err` and an exit code.
ExitCode run_guarded(const char* program, std::string& err, const std::function<ExitCode()>& body);

// Whether the program was only asked for its help or its regions; the answer goes to `out`.
bool answer_question(const Switches& switches, const std::string& help, const std::string& regions,
                     std::string& out);

// `value` as printf would write it.
std::string number_text(const char* format, double value);

// The sum of all values, as a line of output.
std::string checksum_text(const std::vector<float>& values);

// The largest absolute difference; infinity when the sizes differ or a value is not finite.
double max_abs_error(const std::vector<float>& values, const std::vector<double>& expected);

// Appends the line about --verify to `out`.
ExitCode report_error(double error, double tolerance, std::string& out);

}  // namespace ncu_regions::workloads
