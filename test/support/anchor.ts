import { createServer, type Server, type Socket } from "node:net"

/** Answers the first bytes with some of its own, as an anchor without a name does. */
export const answerAsAnchor = (socket: Socket): void => {
  socket.on("error", () => undefined)
  socket.once("data", () => socket.end("anchor"))
}

/** An egress anchor without a name. */
export const createAnchor = (): Server => createServer(answerAsAnchor)
