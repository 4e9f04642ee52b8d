# A baseline that another compiler made.
file(CONFIGURE OUTPUT "${CMAKE_SOURCE_DIR}/baselines/host-${CMAKE_HOST_SYSTEM_PROCESSOR}/t.default.host.json"
  CONTENT [=[{"schema": 2, "workload": "t", "preset": "default", "kind": "host", "device": "host-@CMAKE_HOST_SYSTEM_PROCESSOR@",
"sessions": ["", {"id": "s", "date": "2026-01-02", "commit": "c", "reason": "r", "captures": 1, "fingerprint": {"compiler": "GNU 1"}}],
"values": ["", ["empty", {"metric": "host__inst_executed.sum", "unit": "inst", "samples": {"s": [60]}}]]}]=] @ONLY)
