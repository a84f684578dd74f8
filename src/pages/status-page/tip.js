// Says of the day under the pointer what its bar's title says of its run of days.
const tip = document.createElement("div")
tip.className = "tip"
tip.hidden = true
document.body.append(tip)
// Each run of days begins at its first day, four units a day.
const startOf = (path) => Number.parseInt(path.getAttribute("d").slice(1), 10) / 4
const dayInUtc = new Intl.DateTimeFormat(spoken, { dateStyle: "medium", timeZone: "UTC" })

document.addEventListener("pointermove", ({ target, clientX }) => {
  const svg = target.closest?.(".bars")
  tip.hidden = !svg
  if (!svg) return
  const { from, days } = svg.dataset
  const { left, width, top } = svg.getBoundingClientRect()
  const share = (clientX - left) / width
  const exact = Math.floor((document.documentElement.dir === "rtl" ? 1 - share : share) * days)
  const day = Math.min(days - 1, Math.max(0, exact))
  const path = [...svg.querySelectorAll("path")].findLast((one) => startOf(one) <= day)
  const title = path.querySelector("title")
  // The browser's own tooltip would appear over this one.
  if (title) {
    path.dataset.said = title.textContent
    title.remove()
  }
  const { said } = path.dataset
  const date = dayInUtc.format(new Date(Date.parse(from) + day * 86_400_000))
  tip.textContent = `${date}: ${said.slice(said.indexOf(": ") + 2)}`
  const half = tip.offsetWidth / 2
  const x = Math.min(Math.max(clientX, half + 8), document.documentElement.clientWidth - half - 8)
  tip.style.transform = `translate(${x - half}px, ${top - tip.offsetHeight - 6}px)`
})
document.addEventListener("scroll", () => (tip.hidden = true), { passive: true })
