// Writes times in the visitor's zone; UTC stays as the title. Run again on a document that was fetched later.
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const spoken = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang
const formatted = (options) => new Intl.DateTimeFormat(spoken, options)
const dayNames = formatted({ dateStyle: "medium" })
const momentNames = formatted({ dateStyle: "medium", timeStyle: "short" })
const clockNames = formatted({ timeStyle: "short" })
const zoneNames = formatted({ timeZoneName: "short" })
const zoneAt = (at) => zoneNames.formatToParts(at).find(({ type }) => type === "timeZoneName").value

function showLocalTimes(root) {
  if (timeZone === "UTC") return
  let begun = null
  for (const node of root.querySelectorAll("time[data-as]")) {
    const at = new Date(node.dateTime)
    const { as } = node.dataset
    const isSameDay =
      as === "end" && begun !== null && dayNames.format(begun) === dayNames.format(at)
    node.title = node.textContent.endsWith("UTC") ? node.textContent : `${node.textContent} UTC`
    const words = (isSameDay ? clockNames : momentNames).format(at)
    node.textContent = as === "start" ? words : `${words} ${zoneAt(at)}`
    begun = as === "start" ? at : null
  }
  const zone = root.querySelector("#zone")
  if (zone) zone.textContent = zone.dataset.words.replace("{zone}", timeZone)
}

showLocalTimes(document)
