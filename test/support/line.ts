import { connect, type Socket } from "node:net"
import { listen } from "./listeners.ts"

/** Two ends of a TCP line, cut and mended at will: what is behind it cannot be reached while it is cut or silent. */
export async function openLine(port: number) {
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
    /** What is sent over the connections that are open goes nowhere, and none of them ends. */
    fallSilent() {
      for (const socket of open) socket.unpipe().pause()
    },
    mend: () => void (isCut = false),
  }
}
