// Adds browser notifications to a form that also works without them. The first notification verifies the browser:
// the service worker passes on its link, which is confirmed at once.
globalThis.offerPush = async (form) => {
  const said = form.parentElement.querySelector("#said")
  const hosts = navigator.serviceWorker
  const { kind, address } = form.elements
  const button = form.querySelector("button")
  const { key, scope, words } = JSON.parse(form.dataset.push)
  let isWaiting = false

  function say(text, isFault) {
    said.className = `card ${isFault ? "fault" : "answer"}`
    said.textContent = text
  }

  const isChosen = () => kind.value === "web_push"

  function arrange() {
    for (const node of [address, form.querySelector("label[for=address]")]) node.hidden = isChosen()
    address.required = !isChosen()
  }

  // A registration for this page only: other subscriptions of the browser continue when it ends.
  async function register() {
    const registration = await hosts.register("/push.js", { scope })
    const worker = registration.installing ?? registration.waiting ?? registration.active
    if (worker.state === "activated") return registration
    return new Promise((resolve, reject) => {
      worker.addEventListener("statechange", () => {
        if (worker.state === "activated") resolve(registration)
        if (worker.state === "redundant") reject(new Error("the worker was not installed"))
      })
    })
  }

  async function known() {
    const registration = await hosts.getRegistration(scope)
    const isOurs = registration?.scope === new URL(scope, location).href
    return isOurs ? registration.pushManager.getSubscription() : null
  }

  async function subscribe() {
    if ((await Notification.requestPermission()) !== "granted") return say(words.denied, true)
    const { pushManager } = await register()
    // Replaces an earlier subscription; the push service reports the end of the old one.
    await (await pushManager.getSubscription())?.unsubscribe()
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    const body = new URLSearchParams(new FormData(form))
    body.set("address", JSON.stringify(made))
    isWaiting = true
    const { ok, status } = await fetch(form.action, { method: "POST", body })
    if (!ok) {
      isWaiting = false
      await made.unsubscribe()
      return say(status === 429 ? words.often : words.failed, true)
    }
    if (isWaiting) say(words.waiting, false)
  }

  async function confirm(url) {
    isWaiting = false
    const { ok } = await fetch(new URL(url).pathname, { method: "POST" })
    say(ok ? words.confirmed : words.failed, !ok)
    await offerEnd()
  }

  async function end() {
    await (await known())?.unsubscribe()
    form.querySelector("#end").remove()
    say(words.unsubscribed, false)
  }

  async function offerEnd() {
    if ((await known()) === null || form.querySelector("#end")) return
    const offer = document.createElement("button")
    offer.id = "end"
    offer.type = "button"
    offer.className = "quiet"
    offer.textContent = `${words.unsubscribe}: ${words.browser}`
    offer.addEventListener("click", () => void tell(end))
    form.append(offer)
  }

  async function tell(work) {
    try {
      await work()
    } catch {
      isWaiting = false
      say(words.failed, true)
    }
  }

  async function submit() {
    button.disabled = true
    await tell(subscribe)
    button.disabled = false
  }

  if (hosts && "PushManager" in globalThis && "Notification" in globalThis) {
    kind.add(new Option(words.browser, "web_push"))
    kind.addEventListener("change", arrange)
    form.addEventListener("submit", (event) => {
      if (!isChosen()) return
      event.preventDefault()
      void submit()
    })
    hosts.addEventListener("message", ({ data }) => {
      if (data?.kind === "confirm" && isWaiting) void tell(() => confirm(data.confirmUrl))
    })
    hosts.startMessages()
    arrange()
    await offerEnd()
  }
}
