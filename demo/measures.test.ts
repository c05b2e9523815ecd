import { expect, it } from "vitest";
import { audioPath, hashContent, readAsset } from "./assets.ts";
import { demoWraps } from "./catalogue/index.ts";
import { measurePicture, measureRecording } from "./measure.ts";
import measures from "./measures.json" with { type: "json" };
import { picturePaths } from "./seed.ts";

const hashFiles = (paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => hashContent(await readAsset(path))));

it("The stored measurements are those of all files of the demo, and of no others.", async () => {
  expect(Object.keys(measures.pictures).toSorted()).toEqual(
    [...new Set(await hashFiles(picturePaths()))].toSorted(),
  );
  const recordings = demoWraps.map(({ slug }) => audioPath(slug));
  expect(Object.keys(measures.audio).toSorted()).toEqual((await hashFiles(recordings)).toSorted());
});

it("The stored measurements agree with those of the program.", async () => {
  const sampled = picturePaths().filter((_, at) => at % 120 === 0);
  const pictures = await Promise.all(sampled.map(measurePicture));
  expect(measures.pictures).toMatchObject(Object.fromEntries(pictures));
  expect(measures.audio).toMatchObject(Object.fromEntries([await measureRecording("endpapers")]));
});
