// Opens the subscription form, which is also a page of its own, as a dialog.
async function openSubscribe(link) {
  const dialog = document.createElement("dialog")
  const shut = document.createElement("button")
  shut.className = "close quiet"
  shut.type = "button"
  shut.textContent = "×"
  shut.setAttribute("aria-label", link.dataset.close)
  shut.addEventListener("click", () => dialog.close())
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener("close", () => {
    dialog.remove()
    link.focus()
  })
  async function show(response) {
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html")
    const main = fresh.querySelector("main")
    const form = main?.querySelector("form")
    if (!form) throw new Error("not the form")
    const content = document.createElement("div")
    content.append(...main.childNodes)
    content.querySelector("h1").id = "subscribe-title"
    dialog.replaceChildren(shut, content)
    if (form.dataset.push) void offerPush(form)
    form.addEventListener("submit", (event) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      submit(form).catch(() => form.submit())
    })
  }
  async function submit(form) {
    const body = new URLSearchParams(new FormData(form))
    await show(await fetch(form.action, { method: "POST", body }))
  }
  await show(await fetch(link.href))
  dialog.setAttribute("aria-labelledby", "subscribe-title")
  document.body.append(dialog)
  dialog.showModal()
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.subscribe-button")
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  openSubscribe(link).catch(() => location.assign(link.href))
})
