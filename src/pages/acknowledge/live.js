// Renews the page when the alert changes. What somebody is writing or has opened stays.
const page = location.pathname

function isBeingWritten(part) {
  const fields = [...part.querySelectorAll("input, textarea, select")]
  return fields.some(
    (field) =>
      field === document.activeElement ||
      (field.defaultValue !== undefined && field.value !== field.defaultValue),
  )
}

async function renew() {
  const response = await fetch(page)
  if (!response.ok && response.status !== 410) return
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html")
  for (const part of document.querySelectorAll("[data-live]")) {
    const next = fresh.querySelector(`[data-live="${part.dataset.live}"]`)
    if (next === null || next.innerHTML === part.innerHTML || isBeingWritten(part)) continue
    const opened = [...part.querySelectorAll("details[open]")].map(({ id }) => id)
    part.replaceChildren(...next.childNodes)
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "")
  }
}

const renewSoon = () => void renew().catch(() => {})
new EventSource(`${page}/events`).addEventListener("message", renewSoon)
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") renewSoon()
})
