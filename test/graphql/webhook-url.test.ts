import { expect, test } from "vitest"
import { readEndpointUrl } from "../../src/graphql/delivery/webhook/webhook-url.ts"

const env = { REACHABLE_RANGES: [] as string[], BASE_URL: "https://watch.example.com" }
const read = (text: string, more: Partial<typeof env> = {}) =>
  readEndpointUrl(text, { ...env, ...more })

test.each([
  ["https://example.com", "https://example.com/"],
  ["https://example.com/hook?team=a%20b&x=ü", "https://example.com/hook?team=a%20b&x=%C3%BC"],
  ["HTTPS://Hooks.EXAMPLE.com/Hook", "https://hooks.example.com/Hook"],
  ["https://example.com:443/hook", "https://example.com/hook"],
  ["https://example.com:0443/hook", "https://example.com/hook"],
  ["https://example.com:/hook", "https://example.com/hook"],
  ["https://example.com./hook", "https://example.com/hook"],
  ["https://example。com/hook", "https://example.com/hook"],
  ["https://ｅｘａｍｐｌｅ.com", "https://example.com/"],
  ["https://exa%6dple.com", "https://example.com/"],
  ["https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"],
  ["https://example.com/a/../b/./c", "https://example.com/b/c"],
  ["https://example.com/mail@home?to=a@b", "https://example.com/mail@home?to=a@b"],
  ["https://8.8.8.8/hook", "https://8.8.8.8/hook"],
  ["https://0x8.0x8.2056/", "https://8.8.8.8/"],
  ["https://[2606:4700:4700:0:0::1111]/", "https://[2606:4700:4700::1111]/"],
  ["https://watch.example.com.evil.example/", "https://watch.example.com.evil.example/"],
])("%s is stored as %s", (text, url) => {
  expect(read(text)).toEqual({ url, fault: null })
})

const whole = "must be a complete URL that starts with https://, such as https://example.com/hook"
const plain = "must not contain spaces, control characters or backslashes"
const credentials = "must not contain a user name or password; verify the signature instead"
const port = "must use port 443; leave the port out"
const host = "must have a valid host name, such as example.com"
const inner = (what: string) => `must be on the public internet: ${what}`

test.each([
  ["", whole],
  ["example.com/hook", whole],
  ["http://example.com/hook", whole],
  ["ftp://example.com/hook", whole],
  ["wss://example.com/hook", whole],
  ["javascript:alert(1)", whole],
  ["https:example.com", whole],
  ["https:/example.com", whole],
  ["https:///example.com", whole],
  ["https:\\\\example.com", whole],
  ["https://", whole],
  ["https://?x", whole],
  [" https://example.com", whole],
  ["\thttps://example.com", whole],
  ["ht\ntps://example.com", whole],
  ["https://example.com:65536/", whole],
  ["https://example.com:443x/", whole],
  ["https://256.0.0.1/", whole],
  ["https://1.2.3.4.5/", whole],
  ["https://[::1/", whole],
  ["https://[fe80::1%25eth0]/", whole],
  ["https://[fe80::1%eth0]/", whole],
  ["https://exam%00ple.com/", whole],
  ["https://exam%2fple.com/", whole],
  ["https://exam\u202eple.com/", whole],
  ["https://example.com/a b", plain],
  ["https://example.com/hook ", plain],
  ["https://example.com/hook\n", plain],
  ["https://exam\tple.com/", plain],
  ["https://example.com/\r\nX-Evil: 1", plain],
  ["https://example.com/\u0000", plain],
  ["https://example.com/\u007f", plain],
  ["https://example.com/\u2028", plain],
  ["https://example.com\\@evil.example/", plain],
  ["https://example.com/\\..\\x", plain],
  ["https://user:word@example.com/", credentials],
  ["https://user@example.com/", credentials],
  ["https://:word@example.com/", credentials],
  ["https://@example.com/", credentials],
  ["https://:@example.com/", credentials],
  ["HTTPS://@example.com", credentials],
  ["https://example.com@evil.example/", credentials],
  ["https://example.com%40evil.example@8.8.8.8/", credentials],
  ["https://example.com:80/", port],
  ["https://example.com:8443/", port],
  ["https://example.com:0/", port],
  ["https://example.com/#top", "must not have a fragment (#…), which is never sent"],
  ["https://example.com/#", "must not have a fragment (#…), which is never sent"],
  ["https://example..com/", host],
  ["https://example.com../", host],
  ["https://-example.com/", host],
  ["https://exam!ple.com/", host],
  [`https://${"a".repeat(64)}.com/`, host],
  [`https://${"a.".repeat(130)}com/`, host],
  ["https://watch.example.com/v1", "must not point to Watchkeeper itself"],
  ["https://WATCH.example.com:443", "must not point to Watchkeeper itself"],
  [`https://example.com/${"ü".repeat(1000)}`, "must be at most 2,048 characters long when encoded"],
])("%j is refused", (text, fault) => {
  expect(read(text)).toEqual({ url: null, fault })
})

test.each([
  ["127.0.0.1", "127.0.0.1 is a loopback address"],
  ["127.1", "127.0.0.1 is a loopback address"],
  ["2130706433", "127.0.0.1 is a loopback address"],
  ["0x7f000001", "127.0.0.1 is a loopback address"],
  ["0x7f.1", "127.0.0.1 is a loopback address"],
  ["0177.0.0.1", "127.0.0.1 is a loopback address"],
  ["127.0.0.1.", "127.0.0.1 is a loopback address"],
  ["①②⑦.0.0.1", "127.0.0.1 is a loopback address"],
  ["127。0。0。1", "127.0.0.1 is a loopback address"],
  ["%31%32%37.0.0.1", "127.0.0.1 is a loopback address"],
  ["0", "0.0.0.0 is an address of this network"],
  ["10.1.2.3", "10.1.2.3 is a private address"],
  ["172.31.255.255", "172.31.255.255 is a private address"],
  ["192.168.257", "192.168.1.1 is a private address"],
  ["100.100.100.200", "100.100.100.200 is a link-local or cloud metadata address"],
  ["169.254.169.254", "169.254.169.254 is a link-local or cloud metadata address"],
  ["168.63.129.16", "168.63.129.16 is a link-local or cloud metadata address"],
  ["192.0.0.192", "192.0.0.192 is a link-local or cloud metadata address"],
  ["224.0.0.1", "224.0.0.1 is a multicast address"],
  ["255.255.255.255", "255.255.255.255 is a reserved address"],
  ["[::1]", "::1 is a loopback address"],
  ["[::]", ":: is not a global IPv6 address"],
  ["[::ffff:127.0.0.1]", "::ffff:7f00:1 is a loopback address"],
  ["[::ffff:a9fe:a9fe]", "::ffff:a9fe:a9fe is a link-local or cloud metadata address"],
  ["[::127.0.0.1]", "::7f00:1 is not a global IPv6 address"],
  ["[64:ff9b::7f00:1]", "64:ff9b::7f00:1 is not a global IPv6 address"],
  ["[2002:7f00:1::]", "2002:7f00:1:: is a 6to4 address, which embeds an IPv4 address"],
  ["[2001:0:7f00:1::]", "2001:0:7f00:1:: is an address reserved for protocols"],
  ["[fd00:ec2::254]", "fd00:ec2::254 is a link-local or cloud metadata address"],
  ["[fe80::1]", "fe80::1 is a link-local or cloud metadata address"],
  ["localhost", "localhost is an internal name"],
  ["LOCALHOST.", "localhost. is an internal name"],
  ["%6cocalhost", "localhost is an internal name"],
  ["a.localhost", "a.localhost is an internal name"],
  ["printer.local", "printer.local is an internal name"],
  ["redis", "redis is an internal name"],
  ["metadata.google.internal", "metadata.google.internal is an internal name"],
  ["metadata.goog", "metadata.goog is an internal name"],
])("https://%s/ is refused, because %s", (name, reason) => {
  expect(read(`https://${name}/`)).toEqual({ url: null, fault: inner(reason) })
})

test("ranges opened by the operator are allowed, and nothing else", () => {
  const REACHABLE_RANGES = ["127.0.0.0/8"]
  expect(read("https://127.1/hook", { REACHABLE_RANGES })).toEqual({
    url: "https://127.0.0.1/hook",
    fault: null,
  })
  expect(read("https://localhost/hook", { REACHABLE_RANGES }).fault).toBe(null)
  expect(read("https://10.0.0.1/hook", { REACHABLE_RANGES }).fault).toBe(
    inner("10.0.0.1 is a private address"),
  )
})
