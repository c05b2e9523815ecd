import { useEffect, useState } from "react";
import { PrefetchPageLinks } from "react-router";
import { paths } from "../paths.ts";

/** How long a page has been there before others are read ahead, in milliseconds. */
const patience = 6_000;

const pages = [
  paths.home,
  paths.wraps(),
  paths.wrap("-"),
  paths.artist("-"),
  paths.experiences(),
  paths.experience("-"),
];

/**
 * Fetches the scripts of the public pages once this one has long been shown. Steps to them are immediate then, and
 * when the network is gone the site itself can say so: a script that is not there would make the router load the
 * document anew, and with it end the song.
 */
export function ReadAhead() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(navigator.onLine && !savesData()), patience);
    return () => clearTimeout(timer);
  }, []);
  return ready ? pages.map((page) => <PrefetchPageLinks key={page} page={page} />) : null;
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
