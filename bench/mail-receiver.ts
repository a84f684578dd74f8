import { once } from "node:events"
import { createServer, type AddressInfo, type Socket } from "node:net"
import { sharedMs } from "./machine.ts"

/**
 * A mail server that accepts everything at once and reads no more of a mail than its id: what it takes of the cores,
 * the product does not have. Its port is sent to the parent, and then what has arrived, many mails at a time.
 */
export type Arrived = { id: string; startedMs: number; arrivedMs: number }

let arrived: Arrived[] = []

function note(one: Arrived): void {
  arrived.push(one)
  if (arrived.length > 1) return
  setTimeout(() => {
    process.send?.(arrived)
    arrived = []
  }, 5)
}

const endOfMail = "\r\n.\r\n"

function serve(socket: Socket): void {
  let pending = ""
  let isMail = false
  let startedMs = 0
  const reply = (line: string) => socket.write(`${line}\r\n`)
  socket.setEncoding("latin1")
  socket.on("error", () => socket.destroy())
  socket.on("data", (chunk) => {
    pending += chunk.toString()
    for (;;) {
      const end = pending.indexOf(isMail ? endOfMail : "\r\n")
      if (end < 0) return
      const text = pending.slice(0, end)
      pending = pending.slice(end + (isMail ? endOfMail : "\r\n").length)
      if (isMail) takeMail(text)
      else obey(text.slice(0, 4).toUpperCase())
    }
  })

  function takeMail(text: string): void {
    isMail = false
    const [, id = ""] = /^message-id: <([^@]+)@/im.exec(text) ?? []
    note({ id, startedMs, arrivedMs: sharedMs() })
    reply("250 accepted")
  }

  function obey(verb: string): void {
    if (verb === "MAIL") startedMs = sharedMs()
    isMail = verb === "DATA"
    if (isMail) reply("354 go on")
    else if (verb === "QUIT") socket.end("221 bye\r\n")
    else reply("250 ok")
  }

  reply("220 bench")
}

if (process.send === undefined) throw new Error("bench/notify.ts starts this.")
const server = createServer({ noDelay: true }, serve).listen(0, "127.0.0.1")
await once(server, "listening")
process.on("disconnect", () => process.exit(0))
process.send({ port: (server.address() as AddressInfo).port })
