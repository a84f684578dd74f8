import {
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
} from "@modelcontextprotocol/client"
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio"
import { z } from "zod"

const negotiated = z.object({ protocolVersion: z.string() })
const internalError = -32_603

/** Passes messages between standard input and output and the /mcp of an installation, until standard input ends. */
export async function bridgeToServer(url: URL, key: string): Promise<void> {
  const here = new StdioServerTransport()
  const there = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  const ended = Promise.withResolvers<void>()
  /** Requests that negotiate a version, which later ones name in a header. */
  const opening = new Set<string | number>()

  async function forward(message: JSONRPCMessage): Promise<void> {
    const isRequest = isJSONRPCRequest(message)
    if (isRequest && message.method === "initialize") opening.add(message.id)
    try {
      await there.send(message)
    } catch (error) {
      if (!isRequest) return
      const text = error instanceof Error ? error.message : String(error)
      await here.send({
        jsonrpc: "2.0",
        id: message.id,
        error: { code: internalError, message: `${url.href}: ${text}` },
      })
    }
  }

  const back = (message: JSONRPCMessage): void => {
    if (
      isJSONRPCResultResponse(message) &&
      message.id !== undefined &&
      opening.delete(message.id)
    ) {
      const { success, data } = negotiated.safeParse(message.result)
      if (success) there.setProtocolVersion(data.protocolVersion)
    }
    here.send(message).catch(ended.resolve)
  }
  // Transports take one listener of each kind, as members.
  Object.assign(here, {
    onmessage: (one: JSONRPCMessage) => void forward(one),
    onclose: ended.resolve,
  })
  Object.assign(there, { onmessage: back })
  await there.start()
  await here.start()
  await ended.promise
  await there.close()
}
