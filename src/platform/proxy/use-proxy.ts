import { callbackify } from "node:util"
import { openTunnel } from "./open-tunnel.ts"
import { portOf, proxyFor, proxyNames, type ProxySettings } from "./proxy-settings.ts"

/**
 * Sends what this process fetches through the proxies of the settings: providers, single sign-on, buckets. The
 * prober never calls this. Nothing is loaded without a proxy.
 *
 * @returns a function that ends it.
 */
export async function useProxy(settings: ProxySettings): Promise<() => void> {
  if (proxyNames(settings) === null) return () => undefined
  // Node's fetch and libraries that bring undici read the same global dispatcher.
  const { Agent, buildConnector, getGlobalDispatcher, setGlobalDispatcher } = await import("undici")
  const connect = buildConnector({})
  const before = getGlobalDispatcher()
  const agent = new Agent({
    connect(options, done) {
      const proxy = proxyFor(settings, options)
      if (proxy === null) return connect(options, done)
      const target = { host: options.hostname, port: portOf(options) }
      callbackify(openTunnel)(proxy, target, (error, httpSocket) => {
        if (error !== null) done(error, null)
        else if (options.protocol === "https:") connect({ ...options, httpSocket }, done)
        else done(null, httpSocket)
      })
    },
  })
  setGlobalDispatcher(agent)
  return () => setGlobalDispatcher(before)
}
