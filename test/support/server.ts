import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll } from "vitest"

/** A handler on a loopback port, for the whole file; use its address inside tests only. */
export function useServer(handle: RequestListener) {
  const server = createServer(handle)
  const held = { address: "" }
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    held.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.close()
  })
  return held
}
