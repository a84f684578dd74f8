import type { Server } from "node:http"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { SettingError } from "../platform/env.ts"
import { createExecutor } from "../graphql/execution/execute.ts"
import { schema } from "../graphql/schema.ts"
import type { Trouble } from "../platform/resources/judge-usage.ts"
import { watchTroubles } from "../platform/resources/watch-troubles.ts"
import { createPeerOf } from "../platform/peer.ts"
import { judgeTelemetry } from "../pages/health.ts"
import { createStatusPages } from "../pages/serve/serve-status-page.ts"
import type { Services } from "../platform/services.ts"
import { apiFlags } from "./flags.ts"
import { createRequestAuthenticator } from "./authenticate-request.ts"
import { createReceiver } from "../telemetry/ingest/receiver.ts"
import { createIntake, type Intake } from "../telemetry/ingest/take-request.ts"
import { createSsoDiscovery } from "./sso/sso-discovery.ts"
import { createBudget } from "./budget.ts"
import { createAuthenticator } from "./authenticate.ts"
import { createGrantAuthenticator } from "./authenticate-grant.ts"
import { createKeyAuthenticator } from "./authenticate-key.ts"
import { watchCredentials } from "./credentials.ts"
import { createDrain } from "./drain.ts"
import { createGraphqlEndpoint } from "./graphql.ts"
import { baseUrlTroubles } from "../platform/examine-base-url.ts"
import { createIngressLiveness } from "./ingress-liveness.ts"
import { createLiveStreams } from "./live.ts"
import { loadAuth } from "./load-auth.ts"
import { createMetricsEndpoint } from "./metrics.ts"
import { createOrigins } from "./origin.ts"
import { headersOf } from "../http/read-request.ts"
import { createRoutes } from "./routes.ts"
import { createHttpServer } from "./server.ts"
import { createSocketServer } from "./socket.ts"
import { loadSite } from "./static.ts"
import { createNotBuilt } from "./not-built.ts"

/** Intervals that tests shorten. */
export type Rhythm = {
  /** Interval of comments on idle event streams, so that proxies keep them open. */
  keepAliveMs: number
  /** Interval of pings to sockets; a socket that misses one is closed. */
  pingMs: number
  /** How long a socket may stay open before it authenticates. */
  initWaitMs: number
}

const usual: Rhythm = { keepAliveMs: 12_000, pingMs: 15_000, initWaitMs: 5000 }
const webFolder = join(import.meta.dirname, "../../dist/web")
const drainMs = 8000

/** Starts the HTTP server on HOST and PORT; `address` holds the actual port if PORT is 0. */
export async function startApi(
  services: Services,
  rhythm: Partial<Rhythm> = {},
): Promise<{ address: string; troubles(): Trouble[]; stop(): Promise<void> }> {
  const { env, log } = services
  const discovery = createSsoDiscovery(services.env, services.log)
  const auth = await loadAuth(services, discovery)
  const byKey = createKeyAuthenticator(services)
  const authenticate = createAuthenticator(byKey, auth)
  const executor = createExecutor(schema)
  const origins = createOrigins(env)
  const credentials = watchCredentials(services)
  const draining = new AbortController()
  const stopping = new AbortController()
  const live = createLiveStreams()
  const { keepAliveMs, pingMs, initWaitMs } = { ...usual, ...rhythm }
  const peerOf = createPeerOf(env.TRUSTED_PROXIES)
  const byGrant = createGrantAuthenticator(services)
  const requestAuthenticator = createRequestAuthenticator(services.clock, {
    authenticate,
    byKey,
    byGrant,
  })
  const budget = createBudget(services.clock, executor)
  const shared = { services, budget, authenticate, requestAuthenticator, credentials, peerOf }
  const graphql = createGraphqlEndpoint({ ...shared, live, keepAliveMs })
  const metrics = createMetricsEndpoint(services, requestAuthenticator)
  const sockets = createSocketServer({ ...shared, origins, pingMs, initWaitMs })
  const site = (await loadSite(webFolder)) ?? createNotBuilt(env)
  const receiver = createReceiver(services, apiFlags)
  const intake = createIntake(services, receiver, requestAuthenticator.sender)
  const statusPages = createStatusPages(services, (req) => authenticate(headersOf(req)))
  const ingress = createIngressLiveness(services)
  const server = createHttpServer(
    services,
    peerOf,
    createRoutes({
      services,
      executor,
      auth,
      discovery,
      origins,
      requestAuthenticator,
      graphql: graphql.handle,
      metrics,
      intake,
      ingestState: receiver.state,
      statusPages,
      notePing: ingress.notePing,
      site,
      draining: draining.signal,
      stopping: stopping.signal,
    }),
    (...asked) => statusPages.recall(...asked) || graphql.join(...asked),
  )
  const drain = createDrain(server)
  const baseUrl = watchTroubles(services, () => baseUrlTroubles(env))
  server.on("upgrade", sockets.upgrade)
  const address = await listen(server, env.HOST, env.PORT)
  ingress.start()
  const grpc = await startGrpcIf(services.env, intake)
  log.info({ address }, "listening")
  receiver
    .resume()
    .catch((err: unknown) => log.error({ err }, "could not resume the telemetry spool"))

  return {
    address,
    troubles() {
      const { status, findings } = judgeTelemetry(receiver.state(), services.clock.now())
      const telemetry = { resource: "telemetry" as const, status, findings: [...findings] }
      return [...(findings.length === 0 ? [] : [telemetry]), ...baseUrl()]
    },
    async stop() {
      draining.abort()
      drain.announce()
      // Load balancers see that it is not ready and send new requests elsewhere before connections are refused.
      await sleep(env.DRAIN_SECONDS * 1000)
      await ingress.stop()
      const drained = drain.finish(drainMs)
      live.endAll()
      stopping.abort()
      sockets.stop()
      credentials.stop()
      await drained
      await grpc?.stop()
      await receiver.stop()
      await intake.stop()
    },
  }
}

/** Loaded only where a port is set. */
async function startGrpcIf({ OTLP_GRPC_PORT, HOST }: Services["env"], intake: Intake) {
  if (OTLP_GRPC_PORT === undefined) return null
  const { startGrpc } = await import("../telemetry/ingest/serve-grpc.ts")
  return startGrpc(intake, HOST, OTLP_GRPC_PORT).catch((error: unknown) => {
    throw new SettingError(
      `Cannot listen on HOST ${HOST}, OTLP_GRPC_PORT ${OTLP_GRPC_PORT}: ${String(error)}`,
    )
  })
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") {
        reject(
          new SettingError(
            `PORT ${port} is used by another program. Set PORT to a free port, or to 0 for any free port.`,
          ),
        )
      } else if (error.code === "EACCES" || error.code === "EADDRNOTAVAIL") {
        reject(new SettingError(`Cannot listen on HOST ${host}, PORT ${port} (${error.code}).`))
      } else reject(error)
    })
    // After a restart, thousands of viewers reconnect at once.
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
