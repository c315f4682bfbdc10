"""Words that always name dice: kinds of damage, weapons, checks, abilities, spells.

Other labels are written in brackets or after ``#``.
"""

from __future__ import annotations

DAMAGE = """
acid, bleed, bleeding, bludgeoning, burning, cold, electric, electricity, fire, force, frost,
healing, holy, ice, lightning, magic, magical, necrotic, nonlethal, piercing, poison, precision,
psychic, radiant, shadow, slashing, sonic, thunder, unholy
"""
WEAPONS = """
arrow, axe, battleaxe, blade, bolt, bow, claw, claws, club, crossbow, dagger, flail, glaive,
great axe, greataxe, greatclub, greatsword, halberd, hammer, hand axe, handaxe, hand crossbow,
heavy crossbow, javelin, katana, knife, lance, light crossbow, long bow, longbow, long sword,
longsword, mace, maul, morningstar, musket, pike, pistol, quarterstaff, rapier, rifle, scimitar,
scythe, shield, shortbow, short sword, shortsword, shotgun, sickle, sling, spear, staff, sword,
trident, unarmed strike, war hammer, warhammer, whip
"""
CHECKS = """
attack, bonus damage, check, concentration, contest, critical damage, damage, death save, dmg,
experience, gold, grapple, opposed,
gold pieces, gp, cp, sp, ep, pp, hit dice, hit die, hit location, hit points, hp, init,
initiative, loot, luck, melee, morale, ranged, reaction, sanity, save, saving throw, skill,
surprise, temp hp, temporary hit points, test, throw, to attack, to hit, treasure, wound, wounds, xp
"""
ABILITIES = """
strength, str, dexterity, dex, constitution, con, intelligence, int, wisdom, wis, charisma, cha,
fortitude, fort, reflex, ref, will, acrobatics, animal handling, arcana, athletics, bluff, climb,
craft, deception, diplomacy, disguise, drive, endurance, history, insight, intimidate,
intimidation, investigation, jump, listen, lore, medicine, nature, occultism, perception,
performance, persuasion, religion, society, search, sense motive, sleight of hand, spot, stealth,
survival, swim, thievery, tracking
"""
SPELLS = """
breath weapon, burning hands, cone of cold, cure wounds, divine smite, eldritch blast, fire bolt,
fireball, healing potion, healing word, hex, hunter's mark, lightning bolt, magic missile, rage,
scorching ray, sneak attack, smite, spell
"""
ADDED_DICE = """
bardic inspiration, bless, guidance
"""


def _listed(*lists: str) -> frozenset[str]:
    return frozenset(" ".join(each.split()) for words in lists for each in words.split(","))


CHECKED = _listed(ABILITIES)
EXTRA = _listed(ADDED_DICE)
"""Names of dice added to a d20. They cannot label a d20 alone, which lacks those dice."""
LABELS = _listed(DAMAGE, WEAPONS, CHECKS, ABILITIES, SPELLS) | EXTRA
