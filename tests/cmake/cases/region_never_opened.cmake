# A baseline for one of the two regions; the other is never opened.
file(CONFIGURE OUTPUT "${CMAKE_SOURCE_DIR}/baselines/host-${CMAKE_HOST_SYSTEM_PROCESSOR}/t.default.host.json"
  CONTENT [=[{"schema": 2, "workload": "t", "preset": "default", "kind": "host", "device": "host-@CMAKE_HOST_SYSTEM_PROCESSOR@",
"sessions": ["", {"id": "s", "date": "2026-01-02", "commit": "c", "reason": "r", "captures": 1, "fingerprint": {}}],
"values": ["", ["empty", {"metric": "region__instances", "unit": "instances", "samples": {"s": [3]}}]]}]=] @ONLY)
ncu_regions_add_test(NAME t HOST_TARGET ranges ARGS empty REGIONS empty missing
  METRICS region__instances)
