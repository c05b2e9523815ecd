import type { DemoExperienceSlug, DemoWrapSlug } from "../catalogue/types.ts";

/** What each cover shows, for those who do not see it. */
export const covers: Readonly<Record<DemoWrapSlug, string>> = {
  endpapers: "Marbled paper combed in oxblood, navy and ochre, with a bookseller’s label reading Endpapers.",
  harmattan:
    "A radio on a green hill under a large, dusty orange sun, printed in four inks slightly out of register.",
  "staircase-descending":
    "Six black steps descending across ochre paper, a white ball resting on each of them.",
  sodium: "One street lamp and its light on wet tar, in coarse yellow dots on black.",
  kiln: "A pot that shows only as a bulge in dark red bars on pink, above the word Kiln.",
  "umbrella-season": "A red paper umbrella seen from above on a grey-blue ground crossed by slanting rain.",
  "moth-hours": "A moth drawn in fine cream lines on dark green, with eye spots on its wings.",
  fernhouse: "White prints of three ferns on brushed blue paper.",
  grille: "Yellow rings of dots on teal, like a loudspeaker, with an orange glow right of the middle.",
  "polka-for-a-broken-clock":
    "A woodcut of a red clock with its numerals in the wrong order, rays all round and a spring coming out.",
  "lamp-room": "A cone of yellow dots falling from a red lampshade into a black room.",
  "market-day-in-reverse":
    "Cut-paper flowers on blocks of blue, pink, yellow, red and green, like market cloths seen from above.",
  "kvadrat-hills": "Contour lines around a leaning summit on pale grey; one ring is filled in orange.",
  "long-division": "Blue, rose and red ribbons woven over and under one another.",
  "saturday-was-a-rumour":
    "The title in heavy black type on lime, sliced and shifted as if moved in the photocopier.",
  "low-sun-long-shadow":
    "An engraved plain in ochre and plum, with posts casting long shadows under a low sun.",
  "glass-mango": "Yellow, pink and green ellipses printed over each other into the shape of a fruit.",
  "ostinato-for-two-lifts":
    "Two columns of black bars on either side of a thin shaft, and one red dot between them.",
  "paper-tiger-paper-moon":
    "A cut-paper crescent moon on orange, six black tiger stripes on pink and a green plant.",
  kvallsbuss: "A white bus route with six stops running past rows of dark and lit windows at night.",
  "six-ways-to-leave-a-harbour":
    "A linocut of six bands of blue waves, with a small red-sailed boat on the uppermost.",
  "concrete-lullaby": "Two tower blocks in coarse black dots on pink.",
  "quiet-machinery": "A grid of quarter circles, stripes and rings in green, pink, black and cream.",
  "salt-meridian": "A chequered globe on deep teal, its northern half cream and its southern half orange.",
};

/** What each experience’s promo picture shows. */
export const promos: Readonly<Record<DemoExperienceSlug, string>> = {
  "tide-tables":
    "A boat with a white and an orange sail on striped waves, under a yellow sun, a flag and the time 04.17.",
  "balcony-season":
    "A black cat on a coloured balcony rail, with washing, a tomato plant and two blocks of flats behind it.",
  "last-stop-portraits":
    "A passenger asleep by the window of a green night bus, with rain and lit windows outside.",
  "warp-and-weft": "Wide black, yellow, red and rose ribbons woven over and under one another.",
  "shadow-casting":
    "A road under telegraph poles and a sliced setting sun, with long shadows, a dog and the time 19.30.",
  "machine-room-keys":
    "A large key built from patterned tiles over a punched card, with a tag reading 9 and a question mark.",
  isolines: "Cream contour lines on dark green around six pink summits.",
  "slow-fast-slow-fast":
    "The words Slow Fast Slow Fast in heavy red type, sliced and shifted by the photocopier.",
  "kitchen-radio":
    "A china cockerel on a wooden radio tuned to Accra, beside a mango on a lace-covered shelf.",
};
