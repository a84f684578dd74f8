import { connect, type Socket } from "node:net"
import { listen } from "./listeners.ts"

/** A TCP proxy that a test can cut, restore or make silent. */
export async function openProxy(port: number) {
  const open = new Set<Socket>()
  let isCut = false
  const near = await listen((socket) => {
    if (isCut) return void socket.resetAndDestroy()
    const far = connect({ host: "127.0.0.1", port })
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      open.add(one)
      one.on("error", () => other.destroy())
      one.once("close", () => open.delete(one) && other.destroy())
      one.pipe(other)
    }
  })
  return {
    port: near.port,
    cut() {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    /** Drops all data on open connections without closing them. */
    goSilent() {
      for (const socket of open) socket.unpipe().pause()
    },
    restore: () => void (isCut = false),
  }
}
