import { describe, expect, it } from "vitest";
import { checkAddress, isPublicAddress, UNREACHABLE } from "../../../src/intake/outbound/address.ts";
import { refusal } from "../support.ts";

const INSIDE = [
  // Loopback in every spelling
  "http://127.0.0.1/",
  "http://127.0.0.1:8080/",
  "http://127.8.9.10/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0x7f.0.0.1/",
  "http://0177.0.0.1/",
  "http://0177.0.0.01/",
  "http://017700000001/",
  "http://127.0.0.1./",
  "http://①②⑦.⓪.⓪.①/",
  "http://127。0。0。1/",
  "http://%31%32%37.0.0.1/",
  "http:/127.0.0.1/",
  "http:127.0.0.1/",
  "HTTP://LOCALHOST/",
  "http://localhost./",
  "http://localhost../",
  "http://LocalHost:8787/",
  "http://a.localhost/",
  "http://a.b.localhost./",
  "http://localhost.localdomain/",
  // Other IPv4 that is not public
  "http://0.0.0.0/",
  "http://0/",
  "http://10.1.2.3/",
  "http://100.64.0.1/",
  "http://100.100.100.200/latest/meta-data/",
  "http://169.254.169.254/latest/meta-data/",
  "http://2852039166/",
  "http://168.63.129.16/",
  "http://172.16.0.1/",
  "http://172.31.255.255/",
  "http://192.0.0.192/",
  "http://192.0.2.1/",
  "http://192.31.196.1/",
  "http://192.52.193.1/",
  "http://192.88.99.1/",
  "http://192.175.48.1/",
  "http://192.168.1.1/",
  "http://198.18.0.1/",
  "http://198.51.100.1/",
  "http://203.0.113.1/",
  "http://224.0.0.1/",
  "http://240.0.0.1/",
  "http://255.255.255.255/",
  // IPv6 that is not public, or carries IPv4
  "http://[::]/",
  "http://[::1]/",
  "http://[0:0:0:0:0:0:0:1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[0:0:0:0:0:ffff:a9fe:a9fe]/",
  "http://[::ffff:8.8.8.8]/",
  "http://[::127.0.0.1]/",
  "http://[::ffff:0:127.0.0.1]/",
  "http://[64:ff9b::127.0.0.1]/",
  "http://[64:ff9b::8.8.8.8]/",
  "http://[64:ff9b:1::10.0.0.1]/",
  "http://[64:ff9b:1:ffff::1]/",
  "http://[100::1]/",
  "http://[2001::1]/",
  "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
  "http://[2001:2::1]/",
  "http://[2001:10::1]/",
  "http://[2001:20::1]/",
  "http://[2001:db8::1]/",
  "http://[2620:4f:8000::1]/",
  "http://[3ffe::1]/",
  "http://[2002:7f00:1::]/",
  "http://[2002:a9fe:a9fe::1]/",
  "http://[3fff::1]/",
  "http://[5f00::1]/",
  "http://[fc00::1]/",
  "http://[fd00:ec2::254]/",
  "http://[fe80::1]/",
  "http://[fec0::1]/",
  "http://[ff02::1]/",
  "http://[4000::1]/",
  "http://[2606:4700:0:0:0:5efe:7f00:1]/",
  "http://[2606:4700:0:0:200:5efe:a00:1]/",
  // Names that lead inside
  "http://metadata/",
  "http://metadata.google.internal/computeMetadata/v1/",
  "http://metadata.goog/",
  "http://kubernetes.default.svc/",
  "http://kubernetes.default.svc.cluster.local/",
  "http://printer.local/",
  "http://router.lan/",
  "http://nas.home/",
  "http://x.home.arpa/",
  "http://1.0.0.127.in-addr.arpa/",
  "http://intranet/",
  "http://db.corp/",
  "http://x.test/",
  "http://x.invalid/",
  "http://x.onion/",
];

const OUTSIDE = [
  "https://example.com/a.pdf",
  "HTTPS://EXAMPLE.COM/",
  "http://example.com.:8080/x?y#z",
  "http://8.8.8.8/",
  "http://1.1.1.1:81/",
  "http://100.128.0.1/",
  "http://172.32.0.1/",
  "http://168.63.129.17/",
  "http://198.20.0.1/",
  "http://[2001:200::1]/",
  "http://[2620:4f:8001::1]/",
  "http://[2606:4700:4700::1111]/",
  "http://[2606:4700:0:0:0:5efe:808:808]/",
  "https://bücher.de/",
  "https://localhost.example.com/",
  "https://notlocalhost.com/",
  "  https://example.com/  ",
];

const NEVER = [
  "",
  "example.com",
  "//example.com/",
  "\\\\localhost\\etc\\passwd",
  "\\\\localhost/etc/passwd",
  "http:\\\\example.com\\",
  "http://example.com\\@127.0.0.1/",
  "http://good.com\\.evil.com/",
  "file:///etc/passwd",
  "FILE:///etc/passwd",
  "fIlE://localhost/etc/passwd",
  "view-source:http://example.com/",
  "view-source:file:///etc/passwd",
  "ftp://example.com/",
  "gopher://example.com/",
  "data:text/html,x",
  "javascript:alert(1)",
  "blob:https://example.com/x",
  "about:blank",
  "chrome://version",
  "ws://example.com/",
  "jar:http://example.com!/",
  "http://",
  "http://user@example.com/",
  "http://user:secret@example.com/",
  "http://127.0.0.1@example.com/",
  "http://:x@example.com/",
  "http://[::1",
  "http://[fe80::1%25eth0]/",
  "http://256.256.256.256/",
  "http://1.2.3.4.5/",
  "http://exa mple.com/",
];

describe("the address guard", () => {
  it.each(INSIDE)("refuses %s, in the same words as any host that does not answer", async (address) => {
    expect(await refusal(() => checkAddress(address))).toMatchObject({ kind: "unreachable", message: UNREACHABLE });
  });

  it.each(NEVER)("refuses %j", async (address) => {
    expect((await refusal(() => checkAddress(address))).kind).toBe("unreachable");
  });

  it.each(OUTSIDE)("lets %s through", (address) => {
    expect(checkAddress(address)).toBeInstanceOf(URL);
  });

  it("lets listed loopback hosts through, with exactly their port", async () => {
    const allow = ["127.0.0.1:9000", "localhost:9000"];
    expect(checkAddress("http://127.0.0.1:9000/a.pdf", allow).port).toBe("9000");
    expect(checkAddress("http://2130706433:9000/", allow).hostname).toBe("127.0.0.1");
    for (const address of [
      "http://127.0.0.1/",
      "http://127.0.0.1:9001/",
      "http://127.0.0.2:9000/",
      "http://[::1]:9000/",
    ]) {
      expect((await refusal(() => checkAddress(address, allow))).kind).toBe("unreachable");
    }
    expect((await refusal(() => checkAddress("http://u@127.0.0.1:9000/", allow))).kind).toBe("unreachable");
  });
});

describe("an address that DNS answers", () => {
  it.each(["127.0.0.1", "::1", "169.254.169.254", "::ffff:10.0.0.1", "fe80::1%eth0", "64:ff9b::a00:1", "nonsense", ""])(
    "%j is not public",
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it.each(["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

it("the service's own hosts are refused, however they are written, unless let through by name and port", () => {
  const own = ["api.quire.dev"];
  for (const url of [
    "https://api.quire.dev/",
    "http://API.quire.dev:8080/v1",
    "https://api.quire.dev./",
    "https://api.quire.dev../",
  ]) {
    expect(() => checkAddress(url, [], own), url).toThrow(UNREACHABLE);
  }
  expect(checkAddress("https://files.quire.dev/f", [], own).host).toBe("files.quire.dev");
  expect(checkAddress("http://api.quire.dev:9000/", ["api.quire.dev:9000"], own).port).toBe("9000");
});
