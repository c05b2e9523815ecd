import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { getSongs } from "@wrapsody/shared/catalogue.ts";
import { Link } from "react-router";
import { need, pageData, queryOf } from "../../lib/page-data.ts";
import type { Route } from "./+types/home";

const newest = { list: { limit: 8 } };
const page = pageData(() => [need(getSongs, newest)]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <Home />
    </HydrationBoundary>
  );
}

function Home() {
  const { data } = useQuery(queryOf(getSongs, newest));
  return (
    <ul>
      {data?.data.map((song) => (
        <li key={song.id}>
          <Link to={`/wrap/${song.pretty_id}`}>{song.name}</Link>
        </li>
      ))}
    </ul>
  );
}
