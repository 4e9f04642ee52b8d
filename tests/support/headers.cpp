// Nothing of its own: the precompiled header of the tests needs a target (tests/CMakeLists.txt).
