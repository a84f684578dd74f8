import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { ensureProgram } from "../../../support/apt.ts"

const run = promisify(execFile)

/**
 * A network namespace with two links: one to its targets and one to its database. Addresses are in 198.18.0.0/15,
 * which is reserved for benchmarks.
 */
export async function makeLinks(bin: AsyncDisposableStack) {
  const ip = await ensureProgram("ip", "iproute2")
  const call = (words: string) => run(ip, words.split(" "))
  const mark = `${process.pid % 100_000}`
  const net = `198.18.${process.pid % 256}`
  const [space, world, back] = [`wk${mark}`, `wkw${mark}`, `wkb${mark}`]
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
  for (const [name, first] of [
    [world, 0],
    [back, 128],
  ] as const) {
    await call(`link add ${name} type veth peer name ${name} netns ${space}`)
    await call(`addr add ${net}.${first + 1}/25 dev ${name}`)
    await call(`link set ${name} up`)
    await call(`-n ${space} addr add ${net}.${first + 9}/25 dev ${name}`)
    await call(`-n ${space} link set ${name} up`)
  }
  return {
    wrapper: [ip, "netns", "exec", space],
    range: `${net}.0/25`,
    behind: `${net}.129`,
    /** Adds a host. */
    async host(number: number) {
      const address = `${net}.${number}`
      const appear = () => call(`addr add ${address}/25 dev ${world}`)
      await appear()
      return { address, appear, vanish: () => call(`addr del ${address}/25 dev ${world}`) }
    },
    /** Drops what the namespace is sent over its first link, silently; hosts go on seeing each other. */
    blind: () => call(`route add blackhole ${net}.9/32`),
    see: () => call(`route del blackhole ${net}.9/32`),
    cut: () => call(`link set ${world} down`),
    restore: () => call(`link set ${world} up`),
  }
}
