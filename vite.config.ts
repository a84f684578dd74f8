import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

/** The server that `vite dev` passes everything but the dashboard's own files on to. */
const server = process.env["WATCHKEEPER_URL"] ?? "http://127.0.0.1:3000"

// What is built is always what people get, whatever NODE_ENV the shell or a test run has.
if (process.argv.includes("build")) process.env["NODE_ENV"] = "production"

export default defineConfig({
  root: "src/web",
  plugins: [react()],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    // The page's policy allows neither data: URLs nor inline code: everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: true },
      "/graphql": { target: server, changeOrigin: true, ws: true },
    },
  },
})
