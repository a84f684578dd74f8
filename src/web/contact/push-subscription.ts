import { browserName } from "../ui/browser-name.ts"

/** The service worker must be served from the root to control every page. */
const worker = "/push.js"
const remembered = "watchkeeper.device"

export const canSubscribe = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis

/** The channel that this browser created on this device. */
export const rememberedDevice = (): string | null => localStorage.getItem(remembered)

export function rememberDevice(id: string | null): void {
  if (id === null) localStorage.removeItem(remembered)
  else localStorage.setItem(remembered, id)
}

/**
 * Asks for permission, then subscribes; both may be refused.
 *
 * @returns the subscription as the server expects it, or why there is none.
 */
export async function subscribe(
  applicationServerKey: string,
): Promise<{ settings: PushSubscriptionJSON } | { refusal: string }> {
  if ((await Notification.requestPermission()) !== "granted") {
    return {
      refusal: "Your browser blocks notifications from this page. Allow them in its settings.",
    }
  }
  hear()
  await navigator.serviceWorker.register(worker)
  const registration = await navigator.serviceWorker.ready
  const { pushManager } = registration
  await forget(registration)
  // A subscription of another installation, or with a previous key, is useless.
  await (await pushManager.getSubscription())?.unsubscribe()
  try {
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    return { settings: made.toJSON() }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { refusal: `The browser could not reach its push service: ${why}` }
  }
}

let code: string | null = null
let tell: ((code: string) => void) | null = null

/** The code of the first notification, which may arrive before anything listens for it. */
export function onCode(listener: (code: string) => void): () => void {
  tell = listener
  if (code === null) hear()
  else listener(code)
  return () => {
    tell = null
  }
}

function hear(): void {
  code = null
  // addEventListener ignores a function that is already added.
  navigator.serviceWorker.addEventListener("message", keep)
  navigator.serviceWorker.startMessages()
}

function keep({ data }: MessageEvent<unknown>): void {
  if (!isCode(data)) return
  code = data.code
  tell?.(data.code)
}

const isCode = (data: unknown): data is { code: string } =>
  typeof data === "object" && data !== null && "code" in data && typeof data.code === "string"

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(worker)
  if (registration === undefined) return
  await forget(registration)
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}

/** Deletes what the worker stored to report a renewal. */
async function forget({ scope }: ServiceWorkerRegistration): Promise<void> {
  const kept = await caches.open("push")
  await kept.delete(`/push/known?${encodeURIComponent(scope)}`)
}

/** Lets the worker check whether the browser replaced the subscription that the server knows. */
export async function checkPushSubscription(): Promise<void> {
  if (!canSubscribe()) return
  const registration = await navigator.serviceWorker.getRegistration(worker)
  registration?.active?.postMessage("check")
}

/** The name of this browser in a list of devices. */
export const deviceName = (): string => browserName(navigator.userAgent)
