/* @opts: -e -x amin=Evolving/Evolving/Common */
BEGIN { trace(1); }
