import { useRouter } from "@tanstack/react-router"
import { useEffect } from "react"

/**
 * After a navigation the focus goes to the page's heading, also where that comes later or is replaced by another
 * when the page has loaded; it ends with the first key or press, and where the page has put the focus somewhere.
 */
export function useHeadingFocus(): void {
  const router = useRouter()
  useEffect(() => {
    let isWanted = false
    const focus = () => {
      const main = document.querySelector("#main")
      const heading = main?.querySelector("h1")
      if (!isWanted || !heading || main?.contains(document.activeElement)) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    const end = () => {
      isWanted = false
    }
    const observer = new MutationObserver(focus)
    const main = document.querySelector("#main")
    if (main !== null) observer.observe(main, { childList: true, subtree: true })
    window.addEventListener("keydown", end, true)
    window.addEventListener("pointerdown", end, true)
    const leave = router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
      if (!pathChanged || fromLocation === undefined) return
      isWanted = true
      focus()
    })
    return () => {
      leave()
      observer.disconnect()
      window.removeEventListener("keydown", end, true)
      window.removeEventListener("pointerdown", end, true)
    }
  }, [router])
}
