import { expect, test } from "vitest"
import { isPrivateAddress, isPrivateHost } from "../../src/platform/private-address.ts"

test.each([
  ["10.1.2.3", true],
  ["169.254.1.1", true],
  ["::ffff:192.168.1.1", true],
  ["fd12::1", true],
  ["fe80::1", true],
  ["1.1.1.1", false],
  ["172.32.0.1", false],
  ["2606:4700::1", false],
  ["localhost", false],
  ["", false],
])("%j as an address: %s", (text, isPrivate) => {
  expect(isPrivateAddress(text)).toBe(isPrivate)
})

test.each([
  ["127.0.0.1", true],
  ["[::1]", true],
  ["[2606:4700::1]", false],
  ["1.1.1.1", false],
  ["localhost", true],
  ["watch", true],
  ["Watch.LAN", true],
  ["nas.local", true],
  ["db.internal", true],
  ["router.home.arpa", true],
  ["local.example.com", false],
  ["watch.example.com", false],
])("%j as the host of a URL: %s", (host, isPrivate) => {
  expect(isPrivateHost(host)).toBe(isPrivate)
})
