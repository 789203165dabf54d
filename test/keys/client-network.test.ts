import { expect, it } from "vitest";
import { networkOf } from "../../src/keys/client-network.ts";

it.each([
  [undefined, "unknown"],
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["2001:db8::3:4:5:6", "2001:db8:0:0"],
  ["2001:db8::2:3:4:5:6", "2001:db8:0:2"],
  ["2001:db8:1:2:3:4:5::", "2001:db8:1:2"],
  ["::1", "0:0:0:0"],
  ["::2:3:4:5:6:7:8", "0:2:3:4"],
])("a request from the address %s comes from the network %s", (address, network) => {
  const headers: Record<string, string> = address === undefined ? {} : { "CF-Connecting-IP": address };
  expect(networkOf(new Request("https://api.test", { headers }))).toBe(network);
});
