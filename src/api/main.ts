import type { Server } from "node:http"
import { join } from "node:path"
import { SettingError } from "../env.ts"
import { createExecutor } from "../graphql/execute.ts"
import { schema } from "../graphql/schema.ts"
import { createPeerOf } from "../peer.ts"
import { createRest } from "../rest/handle.ts"
import { createStatusPages } from "../pages/status-page/serve.ts"
import type { Services } from "../services.ts"
import { createAdmission } from "./admit.ts"
import { createAuth } from "./auth.ts"
import { createAuthenticator } from "./authenticate.ts"
import { createKeyAuthenticator } from "./authenticate-key.ts"
import { watchCredentials } from "./credentials.ts"
import { createDrain } from "./drain.ts"
import { createGraphqlEndpoint } from "./graphql.ts"
import { startListening } from "./listening.ts"
import { createLiveStreams } from "./live.ts"
import { createMetricsEndpoint } from "./metrics.ts"
import { createOrigins } from "./origin.ts"
import { headersOf } from "./receive.ts"
import { createRoutes } from "./routes.ts"
import { createHttpServer } from "./server.ts"
import { createSocketServer } from "./socket.ts"
import { loadSite } from "./static.ts"
import { createWelcome } from "./welcome.ts"

/** Rhythms that a test may quicken. */
export type Rhythm = {
  /** Comments on silent event streams, so that proxies keep them open. */
  keepAliveMs: number
  /** Pings to sockets; one that does not answer until the next is ended. */
  pingMs: number
  /** How long a socket may wait before it says who it is. */
  initWaitMs: number
}

const usual: Rhythm = { keepAliveMs: 12_000, pingMs: 15_000, initWaitMs: 5000 }
const webFolder = join(import.meta.dirname, "../../dist/web")
const drainMs = 8000

/** Starts the HTTP server on HOST and PORT; `address` names the port that PORT=0 was given. */
export async function startApi(
  services: Services,
  rhythm: Partial<Rhythm> = {},
): Promise<{ address: string; stop(): Promise<void> }> {
  const { env, log } = services
  const auth = createAuth(services)
  const byKey = createKeyAuthenticator(services)
  const authenticate = createAuthenticator(byKey, auth)
  const executor = createExecutor(schema)
  const origins = createOrigins(env)
  const credentials = watchCredentials(services)
  const live = createLiveStreams()
  const { keepAliveMs, pingMs, initWaitMs } = { ...usual, ...rhythm }
  const peerOf = createPeerOf(env.TRUSTED_PROXIES)
  const admission = createAdmission(services.clock, authenticate, byKey)
  const shared = { services, executor, authenticate, admission, credentials, peerOf }
  const graphql = createGraphqlEndpoint({ ...shared, live, keepAliveMs })
  const rest = createRest(services, executor)
  const metrics = createMetricsEndpoint(services, admission)
  const sockets = createSocketServer({ ...shared, origins, pingMs, initWaitMs })
  const site = (await loadSite(webFolder)) ?? createWelcome(env)
  const statusPages = createStatusPages(services, (req) => authenticate(headersOf(req)))
  const server = createHttpServer(
    services,
    peerOf,
    createRoutes({
      services,
      auth,
      admission,
      origins,
      graphql: graphql.handle,
      rest,
      metrics,
      statusPages,
      site,
    }),
    (...asked) => statusPages.recall(...asked) || graphql.join(...asked),
  )
  const drain = createDrain(server)
  server.on("upgrade", sockets.upgrade)
  const address = await listen(server, env.HOST, env.PORT)
  const stopListening = startListening(services)
  log.info({ address }, "listening")

  return {
    address,
    async stop() {
      stopListening()
      const drained = drain(drainMs)
      live.endAll()
      sockets.stop()
      credentials.stop()
      await drained
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") {
        reject(
          new SettingError(
            `PORT ${port} is taken by another program; set PORT to a free one, or to 0 for any.`,
          ),
        )
      } else if (error.code === "EACCES" || error.code === "EADDRNOTAVAIL") {
        reject(
          new SettingError(
            `HOST ${host} with PORT ${port} cannot be opened on this machine (${error.code}).`,
          ),
        )
      } else reject(error)
    })
    // Thousands who watch a page come back at once when a server was started again.
    server.listen({ port, host, backlog: 4096 }, () => {
      const bound = server.address()
      const real = bound !== null && typeof bound === "object" ? bound.port : port
      resolve(`http://${reachable(host)}:${real}`)
    })
  })
}

const reachable = (host: string): string => {
  if (host === "0.0.0.0" || host === "") return "127.0.0.1"
  if (host === "::") return "[::1]"
  return host.includes(":") ? `[${host}]` : host
}
