import { execFile } from "node:child_process"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { createServer as createHttp } from "node:http"
import type { Server, Socket } from "node:net"
import { promisify } from "node:util"
import { decode, encode, type Answer } from "dns-packet"
import { createAnchor } from "../../../support/anchor.ts"
import { ensureProgram } from "../../../support/apt.ts"

const run = promisify(execFile)

export type Network = Awaited<ReturnType<typeof makeNetwork>>

/** Parts of a network that can drop packets silently. */
export type Part = "ipv4" | "ipv6" | "resolvers" | "pings"

const numbers = { prober: 9, names: 5, anchor: 4 }

/**
 * A network namespace for a prober, connected to web servers with addresses of both families, anchors and a name
 * server. Addresses are in 198.18.0.0/15, which is reserved for benchmarks.
 */
export async function makeNetwork(bin: AsyncDisposableStack, index: number, shops: number) {
  const ip = await ensureProgram("ip", "iproute2")
  const call = (words: string) => run(ip, words.split(" "))
  const mark = `${process.pid % 10_000}x${index}`
  const [space, world] = [`wkc${mark}`, `wkd${mark}`]
  const four = (host: number) => `198.19.${index}.${host}`
  const six = (host: number) => `fd00:19:${index}::${host}`
  try {
    await call(`netns add ${space}`)
  } catch (error) {
    throw new Error(
      "This test needs its own network namespace: run it as root, with CAP_NET_ADMIN and CAP_SYS_ADMIN.",
      { cause: error },
    )
  }
  bin.defer(async () => {
    await call(`netns del ${space}`)
  })
  await call(`-n ${space} link set lo up`)
  await call(`link add ${world} type veth peer name ${world} netns ${space}`)
  await call(`link set ${world} up`)
  await call(`-n ${space} link set ${world} up`)
  const shopHosts = Array.from({ length: shops }, (_, number) => 10 + number)
  const hosts = [1, numbers.anchor, numbers.names, ...shopHosts]
  const addSix = () => call(`-n ${space} -6 addr add ${six(numbers.prober)}/128 dev ${world} nodad`)
  const addRoutes = async () => {
    await call(`-n ${space} route replace ${four(0)}/24 dev ${world} src ${four(numbers.prober)}`)
    await call(`-n ${space} -6 route replace ${six(0)}/64 dev ${world}`)
  }
  // Of one address each, so that no target is on the prober's own networks, which do not depend on egress.
  await call(`-n ${space} addr add ${four(numbers.prober)}/32 dev ${world}`)
  await addSix()
  await addRoutes()
  for (const host of hosts) {
    await call(`addr add ${four(host)}/24 dev ${world}`)
    await call(`-6 addr add ${six(host)}/64 dev ${world} nodad`)
  }

  const port = await openWeb(bin)
  const anchorPort = await openAnchor(bin)
  const names = await openNames(bin, four(numbers.names), (name) => {
    const host = Number(/^shop(\d+)\./.exec(name)?.[1])
    return shopHosts.includes(host) ? { four: four(host), six: six(host) } : null
  })

  const silence = {
    ipv4: [`route %s blackhole ${four(numbers.prober)}/32`],
    ipv6: [`-6 route %s blackhole ${six(numbers.prober)}/128`],
    resolvers: [`rule %s from ${four(numbers.names)} to ${four(numbers.prober)} blackhole`],
    pings: [
      `rule %s to ${four(numbers.prober)} ipproto icmp blackhole`,
      `-6 rule %s to ${six(numbers.prober)} ipproto ipv6-icmp blackhole`,
    ],
  }
  const silent = new Set<string>()
  const undo = async (command: string) => {
    if (silent.delete(command)) await call(command.replace("%s", "del"))
  }
  const mute = async (command: string) => {
    if (silent.has(command)) return
    await call(command.replace("%s", "add"))
    silent.add(command)
  }
  bin.defer(async () => {
    for (const command of silent) await undo(command)
  })

  return {
    /** Runs another command in the prober's namespace. */
    enter: { program: ip, words: ["netns", "exec", space] },
    ranges: [`198.19.${index}.0/24`, `fd00:19:${index}::/64`],
    anchors: [`${four(numbers.anchor)}:${anchorPort}`, `[${six(numbers.anchor)}]:${anchorPort}`],
    resolver: names,
    port,
    shops: shopHosts.map((host) => ({
      name: `shop${host}.example`,
      four: four(host),
      six: six(host),
      /** From now on the host drops all packets. */
      die: async () => {
        await mute(`rule %s from ${four(host)} to ${four(numbers.prober)} blackhole`)
        await mute(`-6 rule %s from ${six(host)} to ${six(numbers.prober)} blackhole`)
      },
    })),
    /** Drops the responses of these parts silently. */
    cut: async (parts: Part[]) => {
      for (const command of parts.flatMap((part) => silence[part])) await mute(command)
    },
    restore: async (parts: Part[]) => {
      for (const command of parts.flatMap((part) => silence[part])) await undo(command)
    },
    /** Takes the prober's end of the link down. */
    unplug: async () => {
      await call(`-n ${space} link set ${world} down`)
      // Taking the link down removes its IPv6 address; add it now, so that it is there when the link is up again.
      await addSix()
    },
    plug: async () => {
      await call(`-n ${space} link set ${world} up`)
      await addRoutes()
    },
  }
}

async function openWeb(bin: AsyncDisposableStack): Promise<number> {
  const server = createHttp((_request, response) => response.end("open"))
  return listen(bin, server)
}

const openAnchor = (bin: AsyncDisposableStack): Promise<number> => listen(bin, createAnchor())

async function listen(bin: AsyncDisposableStack, server: Server): Promise<number> {
  const open = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    socket.on("error", ignore)
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })
  server.listen(0, "::")
  await once(server, "listening")
  bin.defer(async () => {
    server.close()
    for (const socket of open) socket.destroy()
    await once(server, "close")
  })
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("server has no port")
  return address.port
}

/** A name server for the shops and the root. */
async function openNames(
  bin: AsyncDisposableStack,
  host: string,
  find: (name: string) => { four: string; six: string } | null,
): Promise<string> {
  const socket = createSocket("udp4")
  socket.on("error", ignore)
  socket.on("message", (message, from) => {
    const question = decode(message).questions?.[0]
    if (question === undefined) return
    const { name, type } = question
    const found = find(name.toLowerCase())
    const root: Answer[] = [{ type: "NS", name: ".", ttl: 1, data: "a.root-servers.net" }]
    const shop = (): Answer[] => {
      if (type === "A" && found) return [{ type, name, ttl: 1, data: found.four }]
      return type === "AAAA" && found ? [{ type, name, ttl: 1, data: found.six }] : []
    }
    const packet = {
      type: "response" as const,
      id: message.readUInt16BE(0),
      flags: 0x0180,
      questions: [question],
      answers: type === "NS" ? root : shop(),
    }
    socket.send(encode(packet), from.port, from.address, ignore)
  })
  socket.bind(0, host)
  await once(socket, "listening")
  bin.defer(() => void socket.close())
  return `${host}:${socket.address().port}`
}

/** Connections that are cut may end in any way. */
const ignore = () => undefined
