/* global SwaggerUIBundle */
const place = document.querySelector("#reference")
const prefersDark = matchMedia("(prefers-color-scheme: dark)")
const follow = () => document.documentElement.classList.toggle("dark-mode", prefersDark.matches)
follow()
prefersDark.addEventListener("change", follow)

const answer = await fetch("/docs/api/openapi.json")
if (answer.ok) {
  const spec = await answer.json()
  // Requests go to the origin of this page, even if the server has several names.
  spec.servers = [{ url: location.origin }]
  // A prefilled example would be the same idempotency key for every request.
  delete spec.components.parameters.idempotencyKey.example
  SwaggerUIBundle({
    spec,
    domNode: place,
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    persistAuthorization: false,
    tryItOutEnabled: true,
    validatorUrl: null,
  })
} else place.textContent = "The description of the API could not be read. Load this page again."
