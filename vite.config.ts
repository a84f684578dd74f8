import react from "@vitejs/plugin-react"
import type { Plugin } from "vite"
import { defineConfig } from "vite"

/** The server that `vite dev` passes everything but the dashboard's own files on to. */
const server = process.env["WATCHKEEPER_URL"] ?? "http://127.0.0.1:3000"

// What is built is always what people get, whatever NODE_ENV the shell or a test run has.
if (process.argv.includes("build")) process.env["NODE_ENV"] = "production"

/** The first screen of index.html is painted before the stylesheet has arrived: its link goes below that screen. */
const lateStyles: Plugin = {
  name: "late-styles",
  transformIndexHtml: {
    order: "post",
    handler(html) {
      const links = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
      const rest = links.reduce((text, link) => text.replace(link, ""), html)
      return rest.replace("</body>", `${links.join("")}  </body>`)
    },
  },
}

export default defineConfig({
  root: "src/web",
  plugins: [react(), lateStyles],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: true,
    // The page's policy allows neither data: URLs nor inline code: everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs travels in two files instead of as one request for each small module.
          groups: [
            {
              name: "vendor",
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[\w-]+|@?urql|wonka|@0no-co|graphql|graphql-ws|gql\.tada)\//,
              priority: 2,
            },
            {
              name: "shared",
              test: /src\/web\/(ui\/(?!menu|picker|filter-bar|sortable|markdown|range|virtual|steps)|live|project|layout|graphql)/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: true },
      "/graphql": { target: server, changeOrigin: true, ws: true },
    },
  },
})
