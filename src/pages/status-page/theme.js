// Remembers the visitor's choice between light and dark for all pages of this address.
const themeKey = "status-page-theme"

function readTheme() {
  try {
    return localStorage.getItem(themeKey)
  } catch {
    return null
  }
}

const chosenTheme = document.querySelector(`.themes [id="${readTheme()}"]`)
if (chosenTheme) chosenTheme.checked = true
document.addEventListener("change", ({ target }) => {
  if (!target.matches(".themes input")) return
  try {
    localStorage.setItem(themeKey, target.id)
  } catch {
    // Without storage the choice lasts as long as the document.
  }
})
