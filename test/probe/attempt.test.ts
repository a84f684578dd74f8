import { Socket } from "node:net"
import { expect, test } from "vitest"
import { systemClock } from "../../src/platform/clock.ts"
import { attemptAll } from "../../src/probe/attempt.ts"

/** The result of connecting when the system reports this error. */
async function classOf(code: string, family: 4 | 6 = 4) {
  const { faults } = await attemptAll([{ address: "192.0.2.1", family }], {
    port: 443,
    signal: new AbortController().signal,
    clock: systemClock,
    open() {
      const socket = new Socket()
      process.nextTick(() => socket.emit("error", Object.assign(new Error(code), { code })))
      return socket
    },
    refuse: () => null,
  })
  return faults.map((fault) => fault.class)
}

test("errors reported by a router or firewall are not internal", async () => {
  const codes = ["EHOSTUNREACH", "ENETUNREACH", "EACCES", "ENOPROTOOPT", "ENONET", "EPROTO"]
  for (const code of codes) expect(await classOf(code)).toEqual(["no_route"])
})

test("errors of this machine are internal, whatever the target does", async () => {
  for (const code of ["EMFILE", "ENOBUFS", "EADDRNOTAVAIL"]) {
    expect(await classOf(code)).toEqual(["internal"])
  }
  expect(await classOf("EADDRNOTAVAIL", 6)).toEqual(["no_route"])
})
