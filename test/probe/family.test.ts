import { expect, test } from "vitest"
import { failed, nothingSeen } from "../../src/probe/observation.ts"
import { familyOf, onlyFamily, preferFamily } from "../../src/probe/family.ts"
import type { Address, Resolver } from "../../src/probe/probe.ts"

const four: Address = { address: "192.0.2.7", family: 4 }
const six: Address = { address: "2001:db8::7", family: 6 }
const signal = new AbortController().signal

const resolving = (addresses: Address[]): Resolver => ({
  servers: [],
  resolve: () => Promise.resolve({ failure: null, addresses }),
})

test("a name with both families is resolved to the one that is preferred, any other as it is", async () => {
  const asked = async (addresses: Address[]) =>
    (await preferFamily(resolving(addresses), 6).resolve("shop.example", signal)).addresses
  expect(await asked([four, six])).toEqual([six])
  expect(await asked([four])).toEqual([four])
  const lost: Resolver = {
    servers: [],
    resolve: () =>
      Promise.resolve({
        failure: { class: "dns_temporary", reason: "no answer", level: "offline" },
        addresses: [],
      }),
  }
  expect(await preferFamily(lost, 4).resolve("shop.example", signal)).toMatchObject({
    failure: { class: "dns_temporary" },
  })
})

test("a look tells its family by the address it reached, or by those it tried in vain", () => {
  expect(familyOf({ ...nothingSeen, address: "192.0.2.7" })).toBe(4)
  expect(familyOf({ ...nothingSeen, address: "2001:db8::7" })).toBe(6)
  expect(familyOf(nothingSeen)).toBe(null)
  const vain = failed("no_route", "no way")
  expect(familyOf(vain)).toBe(null)
  const over = (addresses: Address[]) => ({
    ...vain,
    failure: vain.failure && { ...vain.failure, ...onlyFamily(addresses) },
  })
  expect(familyOf(over([six, six]))).toBe(6)
  expect(familyOf(over([four, six]))).toBe(null)
})
