// Verifies a delivery according to Standard Webhooks v1 with the browser's HMAC. Nothing is sent.

/** @typedef {{ isGenuine: boolean, words: string }} Verdict */

const lastsSeconds = 300

/** @param {string} text */
function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}

/** @param {string} words @returns {Verdict} */
const no = (words) => ({ isGenuine: false, words })

/** @param {Record<string, string>} given @returns {Promise<Verdict>} */
async function verify(given) {
  const { secret, body } = given
  const id = given["webhook-id"].trim()
  const timestamp = given["webhook-timestamp"].trim()
  const signatures = given["webhook-signature"].trim().split(/\s+/)
  if (!globalThis.crypto.subtle) {
    return no("This browser computes signatures only on pages over https or on localhost.")
  }
  let key
  try {
    key = bytesOf(secret.trim().replace(/^whsec_/, ""))
  } catch {
    return no("The secret is not whsec_ and base64. It is shown when an endpoint is created.")
  }
  if (key.length === 0) return no("Enter the signing secret of the endpoint.")
  if (!/^\d+$/.test(timestamp)) return no("webhook-timestamp must be seconds since 1970.")
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const hmac = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const right = new Uint8Array(await crypto.subtle.sign("HMAC", hmac, signed))
  const expected = `v1,${btoa(String.fromCharCode(...right))}`
  if (!signatures.includes(expected)) {
    return no(
      "No signature matches. Check that the body was not parsed and serialized again, has no extra line break at its end, and that the secret belongs to this endpoint.",
    )
  }
  const age = Math.round(Date.now() / 1000 - Number(timestamp))
  const isOld = Math.abs(age) > lastsSeconds
  return {
    isGenuine: true,
    words: isOld
      ? "The signature is genuine. Its time is more than five minutes off: receivers reject it, because it may be a replay."
      : "The delivery is genuine.",
  }
}

const form = document.querySelector("#verifier")
const verdict = document.querySelector("#verdict")

let presses = 0

/** A text area writes every line break as \n; the bodies that we send have none. */
async function check() {
  const press = (presses += 1)
  verdict.textContent = ""
  verdict.className = ""
  const entries = [...form.elements].filter((one) => one.name).map((one) => [one.name, one.value])
  const { isGenuine, words } = await verify(Object.fromEntries(entries))
  // The input has changed since.
  if (press !== presses) return
  verdict.textContent = words
  verdict.className = isGenuine ? "good" : "bad"
}

form.addEventListener("submit", (event) => {
  event.preventDefault()
  void check()
})
