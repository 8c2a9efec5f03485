// Written by `mem hook install opencode`; `mem hook uninstall opencode` takes it out again.
import { spawn } from "node:child_process"
import type { Plugin } from "@opencode-ai/plugin"

const MEM = "MEM_PROGRAM"
const PATIENCE = 10_000 // milliseconds

/** What `mem` prints about an event; nothing when it has nothing to say, fails, or is gone. */
function ask(cwd: string, said: { event: string; session_id?: string; prompt?: string }): Promise<string> {
  return new Promise((resolve) => {
    const mem = spawn(MEM, ["hook", "run", "opencode"], { cwd, stdio: ["pipe", "pipe", "ignore"], timeout: PATIENCE })
    let out = ""
    mem.stdout.setEncoding("utf8").on("data", (text: string) => (out += text))
    mem.on("error", () => resolve(""))
    mem.on("close", (code) => resolve(code === 0 ? out.trim() : ""))
    mem.stdin.on("error", () => {})
    mem.stdin.end(JSON.stringify({ ...said, cwd }))
  })
}

export const Mem: Plugin = async ({ directory }) => {
  const texts = new Map<string, Promise<string>>()
  return {
    // What the memory is: asked for once a session, since it stands in every request.
    "experimental.chat.system.transform": async ({ sessionID = "" }, { system }) => {
      const asked = texts.get(sessionID) ?? ask(directory, { event: "session.start" })
      texts.set(sessionID, asked)
      const text = await asked
      if (text) system.push(text)
    },
    // The memories for a prompt: a part behind those of the person.
    "chat.message": async ({ sessionID }, { message, parts }) => {
      const prompt = parts.flatMap((part) => (part.type === "text" && !part.synthetic ? [part.text] : [])).join("\n")
      const last = parts.at(-1)
      if (!prompt || !last) return
      const text = await ask(directory, { event: "chat.message", session_id: sessionID, prompt })
      if (text) parts.push({ id: `${last.id}mem`, sessionID, messageID: message.id, type: "text", text, synthetic: true })
    },
    event: async ({ event }) => {
      if (event.type !== "session.compacted") return
      await ask(directory, { event: event.type, session_id: event.properties.sessionID })
    },
  }
}
