import { useRouteLoaderData } from "react-router";
import { Picture } from "../ui/pictures/picture.tsx";
import type { Site } from "./site.ts";

/** Places of the wall: a large one and six small ones. */
const places = [0, 1, 2, 3, 4, 5, 6];

/** The covers of the newest wraps, without their names; blank ones on an empty site. Phones get a strip above a form. */
export function SleeveMosaic() {
  const newest = useRouteLoaderData<Site>("root")?.newest ?? [];
  const images = newest.flatMap(({ image }) => image ?? []);
  return (
    <div className="entry-wall">
      {places.map((place) => (
        <Picture
          key={place}
          // Fewer covers repeat, so that no place is empty.
          image={images[place % images.length] ?? null}
          alt=""
          priority
          sizes={place === 0 ? "(max-width: 820px) 67vw, 36vw" : "(max-width: 820px) 34vw, 16vw"}
        />
      ))}
    </div>
  );
}
