import { getSong, getSongs } from "@wrapsody/shared/catalogue/catalogue.ts";
import { fastify } from "fastify";
import { z } from "zod";
import { listSongs, searchSongs, showSong } from "./songs.ts";

/** Answers with plain Fastify: routes, prepared statements, and its own serializer with the schemas of our responses. */
const app = fastify({ logger: false });

app.get<{ Querystring: { limit?: string } }>("/songs", answering(getSongs.answer), ({ query }) =>
  listSongs(Number(query.limit ?? 14)),
);
app.get<{ Params: { id: string } }>("/song/:id", answering(getSong.answer), ({ params }) =>
  showSong(Number(params.id)),
);
for (const way of ["containing", "similar"]) {
  app.get<{ Querystring: { name?: string } }>(`/${way}`, answering(getSongs.answer), ({ query }) =>
    searchSongs(query.name ?? "", 14, way === "similar"),
  );
}
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });

function answering(answer: z.ZodType) {
  const envelope = z.object({ success: z.literal(true), body: answer });
  const { $schema, ...schema } = z.toJSONSchema(envelope, { io: "output", unrepresentable: "any" });
  return { schema: { response: { 200: schema } } };
}
